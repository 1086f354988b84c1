// Adjacency lists: a line holds a node and those it is joined to, as networkx' write_adjlist writes them. And networkx'
// write_edgelist: a line holds two nodes and a Python dictionary of values, {'weight': 2.5}.
//
// Reading: lines that begin with # are skipped; fields are parted as in an edge list. If all ids are whole numbers, nodes
// ascend, else they stand in the order of first appearance. Neither format says whether edges are directed. Nothing of a
// dictionary is executed: its text is searched for a weight.
// Writing (adjacency list): each undirected edge once, a line for every node; weights, attributes and classes have no place.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_adjacency_list(const std::filesystem::path& file, const GraphReadOptions& options,
                                  const RunContext& run);
GraphContents read_networkx_edges(const std::filesystem::path& file, const GraphReadOptions& options,
                                  const RunContext& run);

void write_adjacency_list(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run);

}  // namespace cgsd
