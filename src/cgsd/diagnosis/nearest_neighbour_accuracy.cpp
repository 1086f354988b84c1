#include "cgsd/diagnosis/nearest_neighbour_accuracy.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 64;

std::vector<NodeId> labelled_nodes(std::span<const std::int32_t> class_of) {
  std::vector<NodeId> nodes;
  for (std::size_t v = 0; v < class_of.size(); ++v) {
    if (class_of[v] != kUnlabelled) nodes.push_back(static_cast<NodeId>(v));
  }
  return nodes;
}

SparseRows rows_of(SparseView all, const std::vector<NodeId>& nodes) {
  SparseRows some{.cols = all.cols, .offsets = {0}, .columns = {}, .values = {}};
  for (const NodeId v : nodes) {
    for (std::uint64_t i = all.offsets[v]; i < all.offsets[v + 1]; ++i) {
      some.columns.push_back(all.columns[i]);
      some.values.push_back(all.values[i]);
    }
    some.offsets.push_back(some.columns.size());
  }
  return some;
}

Matrix<float> rows_of(MatrixView<float> all, const std::vector<NodeId>& nodes) {
  Matrix<float> some(nodes.size(), all.cols());
  for (std::size_t i = 0; i < nodes.size(); ++i) std::ranges::copy(all.row(nodes[i]), some.row(i).begin());
  return some;
}

SparseRows transposed(SparseView rows) {
  SparseRows out{
      .cols = rows.rows(), .offsets = std::vector<std::uint64_t>(rows.cols + 1, 0), .columns = {}, .values = {}};
  for (const std::uint32_t column : rows.columns) ++out.offsets[column + 1];
  for (std::size_t c = 0; c < rows.cols; ++c) out.offsets[c + 1] += out.offsets[c];
  out.columns.resize(rows.columns.size());
  out.values.resize(rows.values.size());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::uint64_t i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i) {
      const std::uint64_t place = next[rows.columns[i]]++;
      out.columns[place] = static_cast<std::uint32_t>(r);
      out.values[place] = rows.values[i];
    }
  }
  return out;
}

std::vector<double> squared_norms(SparseView rows) {
  std::vector<double> norms(rows.rows(), 0.0);
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::uint64_t i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i)
      norms[r] += static_cast<double>(rows.values[i]) * static_cast<double>(rows.values[i]);
  }
  return norms;
}

// products[s] ← x_r · x_s for all s
void multiply_row(SparseView rows, SparseView by_column, std::size_t r, std::vector<double>& products) {
  std::ranges::fill(products, 0.0);
  for (std::uint64_t i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i) {
    const std::uint32_t column = rows.columns[i];
    const auto value = static_cast<double>(rows.values[i]);
    for (std::uint64_t j = by_column.offsets[column]; j < by_column.offsets[column + 1]; ++j)
      products[by_column.columns[j]] += value * static_cast<double>(by_column.values[j]);
  }
}

// The row whose ‖x_s‖² − 2 x_r·x_s is least, r itself aside, the lowest of several.
std::size_t nearest_row(std::size_t r, const std::vector<double>& norms, const std::vector<double>& products) {
  std::size_t nearest = r;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < norms.size(); ++s) {
    const double distance = norms[s] - 2.0 * products[s];
    if (s == r || distance >= least) continue;
    least = distance;
    nearest = s;
  }
  return nearest;
}

std::vector<NodeId> nearest_rows(SparseView rows, const RunContext& run) {
  const SparseRows by_column = transposed(rows);
  const std::vector<double> norms = squared_norms(rows);
  std::vector<NodeId> nearest(rows.rows());
  parallel_for(run, rows.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> products(rows.rows());
    for (std::size_t r = begin; r < end; ++r) {
      multiply_row(rows, by_column, r, products);
      nearest[r] = static_cast<NodeId>(nearest_row(r, norms, products));
    }
  });
  return nearest;
}

}  // namespace

NearestNeighbourAccuracy nearest_neighbour_accuracy(AttributesView attributes, std::span<const std::int32_t> class_of,
                                                    const RunContext& run) {
  if (!attributes.none() && attributes.rows() != class_of.size())
    throw InvalidArgument(fmt::format("{} classes for {} rows of attributes", class_of.size(), attributes.rows()));
  const std::vector<NodeId> nodes = labelled_nodes(class_of);
  NearestNeighbourAccuracy result{std::numeric_limits<double>::quiet_NaN(), nodes.size()};
  if (attributes.none() || nodes.size() < 2) return result;
  Attributes room;
  const AttributesView compacted = in_smaller_form(attributes, room);
  std::vector<NodeId> nearest;
  if (compacted.is_sparse()) {
    nearest = nearest_rows(rows_of(compacted.sparse(), nodes), run);
  } else {
    const KnnLists lists = nearest_neighbours(rows_of(compacted.dense(), nodes), {.neighbours = 1}, run);
    nearest.assign(lists.ids.values().begin(), lists.ids.values().end());
    result.recall = lists.recall;
  }
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) right += class_of[nodes[i]] == class_of[nodes[nearest[i]]] ? 1 : 0;
  result.accuracy = static_cast<double>(right) / static_cast<double>(nodes.size());
  return result;
}

}  // namespace cgsd
