#include "cgsd/io/formats/scipy_npz.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/arrays/edge_array.hpp"
#include "cgsd/io/arrays/npy_values.hpp"

namespace cgsd {
namespace {

enum class SparseFormat { csr, csc, coo };

// One row and one column index per value, in the order of the file.
struct Coordinates {
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::vector<std::int64_t> row;
  std::vector<std::int64_t> col;
};

SparseFormat format_of(const NpzFile& npz) {
  const NpyArray array = npz.get("format");
  const std::vector<std::string> text = text_values(array);
  const std::string format = text.size() == 1 ? text[0] : "";
  if (format == "csr") return SparseFormat::csr;
  if (format == "csc") return SparseFormat::csc;
  if (format == "coo") return SparseFormat::coo;
  throw array.error(
      fmt::format("sparse format {} is not supported; save the matrix as csr, csc or coo", in_quotes(format)));
}

// The rows that `indptr` assigns to each value.
std::vector<std::int64_t> expanded(const std::vector<std::int64_t>& indptr) {
  std::vector<std::int64_t> rows;
  rows.reserve(static_cast<std::size_t>(indptr.back()));
  for (std::size_t i = 0; i + 1 < indptr.size(); ++i) {
    rows.insert(rows.end(), static_cast<std::size_t>(indptr[i + 1] - indptr[i]), static_cast<std::int64_t>(i));
  }
  return rows;
}

void check_indices(const std::vector<std::int64_t>& indices, std::uint64_t below, const NpyArray& array) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || static_cast<std::uint64_t>(indices[i]) >= below) {
      throw array.error(fmt::format("element {}: {} is not in [0, {})", i, indices[i], below));
    }
  }
}

std::vector<std::int64_t> read_indices(const NpzFile& npz, const char* name, std::uint64_t below, std::size_t values) {
  const NpyArray array = npz.get(name);
  std::vector<std::int64_t> indices = integer_values(array);
  if (indices.size() != values) {
    throw array.error(fmt::format("{} elements for {} values", grouped(indices.size()), grouped(values)));
  }
  check_indices(indices, below, array);
  return indices;
}

Coordinates read_coordinates(const NpzFile& npz, std::size_t values) {
  const SparseFormat format = format_of(npz);
  const NpyArray shape_array = npz.get("shape");
  const std::vector<std::int64_t> shape = integer_values(shape_array);
  if (shape.size() != 2 || shape[0] < 0 || shape[1] < 0) {
    throw shape_array.error("must be two numbers, the rows and the columns");
  }
  Coordinates at;
  at.rows = static_cast<std::uint64_t>(shape[0]);
  at.cols = static_cast<std::uint64_t>(shape[1]);
  if (format == SparseFormat::coo) {
    check_node_count(at.rows, values, shape_array.origin);
    at.row = read_indices(npz, "row", at.rows, values);
    at.col = read_indices(npz, "col", at.cols, values);
    return at;
  }
  CsrArrays csr;
  csr.rows = format == SparseFormat::csr ? at.rows : at.cols;
  csr.cols = format == SparseFormat::csr ? at.cols : at.rows;
  csr.indptr = integer_values(npz.get("indptr"));
  csr.indices = integer_values(npz.get("indices"));
  check_csr(csr, values, shape_array.origin);
  at.row = expanded(csr.indptr);
  at.col = std::move(csr.indices);
  if (format == SparseFormat::csc) std::swap(at.row, at.col);
  if (format == SparseFormat::csc) check_node_count(at.rows, values, shape_array.origin);
  return at;
}

}  // namespace

bool is_scipy_npz(const NpzFile& npz) { return npz.has("format") && npz.has("shape") && npz.has("data"); }

GraphContents read_scipy_npz(const std::filesystem::path& file, const GraphReadOptions& options,
                             const RunContext& run) {
  NpzFile npz(file, run);
  npz.unpack_together({"data", "indices", "indptr", "row", "col"});
  const NpyArray data = npz.get("data");
  const std::vector<double> values = double_values(data);
  const Coordinates at = read_coordinates(npz, values.size());
  if (at.rows != at.cols) {
    throw npz.error(fmt::format("the matrix of a graph must be square, not ({}, {})", at.rows, at.cols));
  }
  const std::optional<std::uint64_t> expected = expected_nodes(options);
  if (expected && *expected != at.rows) {
    throw npz.error(fmt::format("the matrix has {} rows for {} nodes", grouped(at.rows), grouped(*expected)));
  }
  if (at.rows > kMaxNodes) check_node_count(at.rows, 0, data.origin);
  GraphContents contents;
  contents.list.nodes = static_cast<NodeId>(at.rows);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) throw data.error(fmt::format("element {}: {} is not a finite number", i, values[i]));
    if (values[i] == 0.0) continue;
    contents.list.entries.push_back({static_cast<NodeId>(at.row[i]), static_cast<NodeId>(at.col[i])});
    contents.list.weights.push_back(values[i]);
  }
  const bool all_one = std::all_of(values.begin(), values.end(), [](double w) { return w == 1.0 || w == 0.0; });
  if (all_one) contents.list.weights.clear();
  return contents;
}

SparseRows scipy_attributes(const NpzFile& npz) {
  const NpyArray data = npz.get("data");
  const std::vector<float> values = float_values(data);
  const Coordinates at = read_coordinates(npz, values.size());
  CsrArrays csr{at.rows, at.cols, std::vector<std::int64_t>(at.rows + 1, 0), std::vector<std::int64_t>(values.size())};
  for (const std::int64_t row : at.row) ++csr.indptr[static_cast<std::size_t>(row) + 1];
  for (std::size_t i = 0; i < at.rows; ++i) csr.indptr[i + 1] += csr.indptr[i];
  std::vector<std::int64_t> next(csr.indptr.begin(), csr.indptr.end() - 1);
  std::vector<float> in_rows(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(at.row[i])]++);
    csr.indices[place] = at.col[i];
    in_rows[place] = values[i];
  }
  return sparse_rows(csr, std::move(in_rows), data.origin);
}

}  // namespace cgsd
