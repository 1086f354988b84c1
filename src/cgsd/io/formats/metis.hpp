// METIS graph files (METIS 5 manual, section 4.1): a header "n m [fmt [ncon]]", then line i lists the neighbours of
// node i.
//
// Reading: fmt is up to three digits 0 or 1: vertex sizes, vertex weights (ncon of them), edge weights. Sizes and
// vertex weights are skipped, edge weights may be any finite number. Ids are 1-based, % begins a comment line, an empty
// line is a node without neighbours. Every edge stands in both its rows and both entries are listed, so there must be
// 2m of them; whether the rows mirror each other is not checked. A node count from elsewhere (options) must agree.
// Writing: undirected graphs only, and METIS needs weights that are whole and positive: else InvalidArgument. Names
// cannot be written. Promises: memory in proportion to what the rows hold, whatever the header claims. Cost: one pass,
// sequential.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_metis(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_metis(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run);

}  // namespace cgsd
