// Graphs in JSON: networkx node-link data ("nodes" with "links" or "edges"), d3 (links may be places in the list of
// nodes), Cytoscape ("elements", values under "data"), the JSON Graph Format ("graph", nodes by key), graphology, vis.js
// ("from", "to"), or a bare list of objects with source and target (pandas' orient="records").
//
// Plain values of a node become columns of GraphContents::table; a list of plain values is one text, parted by blanks; deeper
// ones are left out. Names, weights and refusals as in io/exchange/named_graph.hpp. NaN and Infinity, which Python writes, are
// missing values. Read by events: memory grows with the graph, not with the text, and no depth of nesting is dangerous (more
// than 1,000 levels are refused). Malformed JSON is a ParseError with line and column.
// Writing: node-link data of networkx, with the keys "nodes" and "edges".
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_json_graph(const std::filesystem::path& file, const GraphReadOptions& options,
                              const RunContext& run);

void write_json_graph(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                      const RunContext& run);

}  // namespace cgsd
