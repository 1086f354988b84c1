// Sparse matrices written by scipy.sparse.save_npz, as a graph or as attributes.
//
// Members: `format` ("csr", "csc" or "coo"; others are refused by name), `shape`, `data`, and `indices`, `indptr` or
// `row`, `col`. As a graph the matrix must be square; entry (u, v) of value w is an entry u → v of weight w, in the
// order of the file; stored zeros are no entries, and if every value is 1 the graph has no weights.
// As attributes: rows are nodes; a cell stored twice is an error; stored zeros stay.
// Cost: O(values), two copies of them at most.
#pragma once

#include <filesystem>

#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// Whether the members are those of scipy.sparse.save_npz.
bool is_scipy_npz(const NpzFile& npz);

GraphContents read_scipy_npz(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);
SparseRows scipy_attributes(const NpzFile& npz);

}  // namespace cgsd
