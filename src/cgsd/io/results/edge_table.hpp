// The edges with their curvature as a table: source,target[,weight],curvature with a header row.
//
// Tab-separated if the name ends in .tsv, else CSV; .gz is compressed. Each undirected edge once (u ≤ v), every
// entry of a directed graph. A node is its name, or its 0-based number if there are no names. Readable as an edge
// list. Throws InvalidArgument unless there is one curvature per entry, and for a name with a tab or a newline in TSV.
#pragma once

#include <filesystem>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

void write_edge_table(const std::filesystem::path& file, GraphView graph, const NodeNames& names,
                      std::span<const double> curvature, const RunContext& run);

}  // namespace cgsd
