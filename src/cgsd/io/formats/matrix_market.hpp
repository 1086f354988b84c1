// Matrix Market coordinate files (https://math.nist.gov/MatrixMarket/formats.html): an entry (i, j) is an edge i → j.
//
// Reading: "coordinate" with real, integer or pattern values, general or symmetric. Each entry of a symmetric file is
// listed once, as it stands; the builder of undirected graphs joins directions. Ids are 1-based. Rows must equal
// columns, the number of entries must be the declared one; complex, skew-symmetric, hermitian and array files are
// refused. A node count from elsewhere (options) must agree; IdKind has no meaning here. Writing: an undirected graph
// as "symmetric" (lower triangle), a directed one as "general"; real if it has weights, else pattern. Names cannot
// be written. Promises: as edge_list.hpp; a size line that claims more than 2^20 + 64 · entries nodes is refused.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_matrix_market(const std::filesystem::path& file, const GraphReadOptions& options,
                                 const RunContext& run);

void write_matrix_market(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run);

}  // namespace cgsd
