// GraphML (http://graphml.graphdrawing.org): nodes and edges by id, attributes by key.
//
// Reading: node ids become the names, in the order of the <node> elements, unless they are 0, 1, 2, … in order: then
// there are no names; numbers give way to a label (io/exchange/named_graph.hpp). The edge attribute whose key has
// attr.name="weight" (else "value") is the weight (else the key's default, else 1). Data of nodes become
// GraphContents::table, and edgedefault its direction; ports and other data of edges are left out. yEd's NodeLabel is a
// label. Edges may stand before their nodes. Refused: a second or nested graph, hyperedges, an edge to a node that does not
// exist, a repeated id, and what xml.hpp refuses (DOCTYPE …). With known_names every node must be one of these;
// expected_nodes must agree. Writing: id = the node's name (0-based number if there are none), and as attributes, if
// given: label (the name), class, community and attributes on nodes (io/exchange/own_columns.hpp); weight, curvature on
// edges. Each undirected edge once. Characters that XML cannot hold become U+FFFD; names that are equal after that are
// an InvalidArgument. Promises: one pass in bounded memory beside the result (and the names). Cost: about 1 µs per
// edge, sequential.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_graphml(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_graphml(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                   const RunContext& run);

}  // namespace cgsd
