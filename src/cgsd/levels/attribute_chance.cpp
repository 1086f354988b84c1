#include "cgsd/levels/attribute_chance.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cgsd {
namespace {

constexpr int kCopies = 19;  // chance reaches the largest of 20 once in 20 times

// `count` different rows of n, in random order (Floyd's sampling, then shuffled).
std::vector<std::uint64_t> some_rows(std::uint64_t n, std::uint64_t count, RandomSequence random) {
  std::unordered_set<std::uint64_t> taken;  // only looked up, never iterated: its order cannot matter
  std::vector<std::uint64_t> rows;
  for (std::uint64_t last = n - count; last < n; ++last) {
    const std::uint64_t drawn = random.below(last + 1);
    rows.push_back(taken.insert(drawn).second ? drawn : last);
    taken.insert(rows.back());
  }
  shuffle(std::span(rows), random);
  return rows;
}

SparseRows shuffled(SparseView rows, RandomStream stream) {
  std::vector<std::vector<float>> column(rows.cols);
  for (std::size_t p = 0; p < rows.columns.size(); ++p) column[rows.columns[p]].push_back(rows.values[p]);
  std::vector<std::vector<std::pair<std::uint32_t, float>>> row(rows.rows());
  for (std::size_t j = 0; j < rows.cols; ++j) {
    const auto to = some_rows(rows.rows(), column[j].size(), RandomSequence(stream.at(j)));
    for (std::size_t i = 0; i < to.size(); ++i) row[to[i]].emplace_back(static_cast<std::uint32_t>(j), column[j][i]);
  }
  SparseRows out;
  out.cols = rows.cols;
  for (const auto& entries : row) {  // columns ascend, since they came in order
    for (const auto& [j, value] : entries) {
      out.columns.push_back(j);
      out.values.push_back(value);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

Matrix<float> shuffled(MatrixView<float> rows, RandomStream stream) {
  Matrix<float> out(rows.rows(), rows.cols());
  std::vector<std::size_t> order(rows.rows());
  for (std::size_t j = 0; j < rows.cols(); ++j) {
    std::iota(order.begin(), order.end(), 0);
    RandomSequence random(stream.at(j));
    shuffle(std::span(order), random);
    for (std::size_t i = 0; i < rows.rows(); ++i) out(order[i], j) = rows(i, j);
  }
  return out;
}

double largest_singular_value(AttributesView attributes, StalkMetric metric, const RunContext& run) {
  const RandomisedSvdOptions svd{.rank = 1, .oversampling = 4, .iterations = 10, .exact_limit = 0};
  const Stalks stalks = make_stalks(attributes, metric, svd, run);
  return stalks.singular_values.empty() ? 0.0 : stalks.singular_values.front();
}

}  // namespace

Attributes shuffled_columns(AttributesView attributes, RandomStream stream) {
  if (attributes.is_sparse()) return shuffled(attributes.sparse(), stream);
  return shuffled(attributes.dense(), stream);
}

bool stands_out(AttributesView attributes, StalkMetric metric, const RunContext& run) {
  if (attributes.none() || attributes.rows() < 2) return false;
  const double own = largest_singular_value(attributes, metric, run);
  for (int copy = 0; copy < kCopies; ++copy) {
    run.check_stop();
    const RandomStream stream = run.stream("shuffled columns").at(static_cast<std::uint64_t>(copy));
    const Attributes shuffled = shuffled_columns(attributes, stream);
    if (largest_singular_value(shuffled, metric, run) >= own) return false;
  }
  return true;
}

}  // namespace cgsd
