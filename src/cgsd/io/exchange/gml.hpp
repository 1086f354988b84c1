// GML (Graph Modelling Language), as networkx, igraph, Gephi and M. Newman's collection write it.
//
// Reading: graph [ directed 0|1  node [ id label … ]  edge [ source target weight|value … ] ]. Every plain value of a
// node becomes a column of GraphContents::table; lists inside (graphics [ … ]) are left out. Names, weights and
// refusals as in io/exchange/named_graph.hpp. Text is UTF-8, or ISO 8859-1 if it is no UTF-8; &quot; and &#228; are understood.
// Malformed text is a ParseError with line and column; lists deeper than 256 are refused.
// Writing: id = 0-based number, label = name; weight of edges; class, community and attributes as cgsd_… values
// (io/exchange/own_columns.hpp). What is not ASCII is written as &#…;, as the format asks for.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_gml(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_gml(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
               const RunContext& run);

}  // namespace cgsd
