// GEXF (https://gexf.net), the format of Gephi.
//
// Reading (1.1 to 1.3): nodes by id, also those inside other nodes; the label names a node if the ids are numbers only
// (io/exchange/named_graph.hpp). Attributes of nodes become GraphContents::table, `weight` of an edge its weight. Positions,
// colours, times and other attributes of edges are left out. Refused: a second graph and what xml.hpp refuses.
// Writing (1.2): id = 0-based number, label = name (the number if there are no names), class, community and attributes
// if given (io/exchange/own_columns.hpp). Edges: weight if the graph has weights, attribute curvature if given; each
// undirected edge once. Characters that XML cannot hold become U+FFFD.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_gexf(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_gexf(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                const RunContext& run);

}  // namespace cgsd
