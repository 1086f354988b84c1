// Edge lists as text: one edge per line, "source target [weight]".
//
// Reading. Delimiter: comma, tab, semicolon or runs of blanks, detected in the first line of data. Lines that begin
// with #, % or // and blank lines are skipped; \r\n, a byte-order mark, gzip and CSV quotes are understood.
//   Header row   the first line, if it names a known pair of columns (source,target · from,to · src,dst · u,v …) or
//                holds words above numbers. Columns are then found by name (else the first two), a weight only by its
//                name, and all other columns are ignored. Without one: 2 columns, or 3 with a weight. GraphReadOptions
//                may name another column of weights, or leave them out. The account says what was guessed and ignored.
//   Ids (IdKind) index: 0-based node numbers; name: ids that occur are the nodes, ascending if all are whole
//                numbers, else by first appearance. auto: looked up in known_names; or index if expected_nodes or
//                our comment line gives the count or the ids are exactly 0 … max; else name. A file of whole numbers
//                may hold none that is negative or 2^63 and more, except as names on request (ids=name).
//   Node count   an index that would make more than max(2^20, 64 · entries) nodes is refused.
// Writing. CSV, TSV (both with header row) or blanks, by the file's ending. First line "# cgsd nodes=N directed=…",
//   which keeps isolated nodes; with names it adds ids=name, and named nodes without edges are lost. Each undirected
//   edge once. A name that cannot be written unambiguously is quoted in CSV and an InvalidArgument elsewhere.
// Promises: the same result, or the same first error, at any number of threads. Memory: a batch of 8 MB beside the
// result. Cost: 10^7 edges of integers in about 0.3 s.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_edge_list(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_edge_list(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run);

}  // namespace cgsd
