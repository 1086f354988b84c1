#include "cgsd/attributes/shared_permutation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

// The rows of every process. They need not be those of its nodes: some may have been left out.
class RowBlocks {
 public:
  RowBlocks(std::size_t own, const RunContext& run) {
    const std::uint64_t rows = own;
    for (const std::uint64_t n : gathered(run, std::span<const std::uint64_t>(&rows, 1)))
      begins_.push_back(begins_.back() + n);
  }
  std::size_t processes() const { return begins_.size() - 1; }
  std::uint64_t begin(std::size_t process) const { return begins_[process]; }
  std::size_t owner_of(std::uint64_t row) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(begins_, row) - begins_.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> begins_ = {0};
};

std::size_t rank_in(const RunContext& run) { return static_cast<std::size_t>(processes_of(run).rank()); }

// A column for every process at a time.
Matrix<float> permuted_dense_together(MatrixView<float> own, RandomStream random, const RunContext& run) {
  const RowBlocks blocks(own.rows(), run);
  const std::size_t count = blocks.processes();
  Matrix<float> out(own.rows(), own.cols());
  for (std::size_t first = 0; first < own.cols(); first += count) {
    run.check_stop();
    std::vector<std::vector<float>> parts(count);
    const std::size_t last = std::min(first + count, own.cols());
    for (std::size_t j = first; j < last; ++j)
      for (std::size_t i = 0; i < own.rows(); ++i) parts[j - first].push_back(own(i, j));
    std::vector<float> column;
    for (const std::vector<float>& from : exchanged(run, std::move(parts)))
      column.insert(column.end(), from.begin(), from.end());
    RandomSequence order(random.at(first + rank_in(run)));
    shuffle(std::span(column), order);
    parts.assign(count, {});
    for (std::size_t r = 0; r < count && !column.empty(); ++r) {
      const auto begin = column.begin();
      parts[r].assign(begin + static_cast<std::ptrdiff_t>(blocks.begin(r)),
                      begin + static_cast<std::ptrdiff_t>(blocks.begin(r + 1)));
    }
    const auto received = exchanged(run, std::move(parts));
    for (std::size_t j = first; j < last; ++j)
      for (std::size_t i = 0; i < own.rows(); ++i) out(i, j) = received[j - first][i];
  }
  return out;
}

struct Stored {
  std::uint32_t row;  // among all
  std::uint32_t column;
  float value;
};

// The values of the columns of this process, column after column, each in the order of the rows.
std::vector<Stored> values_of_own_columns(SparseView own, const RunContext& run) {
  const auto count = static_cast<std::size_t>(processes_of(run).count());
  std::vector<std::vector<Stored>> parts(count);
  for (std::size_t p = 0; p < own.columns.size(); ++p)
    parts[own.columns[p] % count].push_back({0, own.columns[p], own.values[p]});
  std::vector<Stored> values;
  for (const auto& from : exchanged(run, std::move(parts))) values.insert(values.end(), from.begin(), from.end());
  std::ranges::stable_sort(values, {}, &Stored::column);
  return values;
}

// Gives every value a row, drawn as permuted_columns draws them.
void draw_together(std::vector<Stored>& values, SparseView own, RandomStream random, const RunContext& run) {
  std::vector<double> sizes(own.cols, 0.0);
  for (const std::uint32_t column : own.columns) sizes[column] += 1.0;
  sum_over_processes(run, sizes);
  std::vector<std::uint32_t> order(rows_of_all(run, own.rows()));
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::uint32_t> chosen;
  auto next = values.begin();
  for (std::size_t j = 0; j < own.cols; ++j) {
    chosen.resize(static_cast<std::size_t>(sizes[j]));
    draw_rows(chosen, order, RandomSequence(random.at(j)));
    if (j % static_cast<std::size_t>(processes_of(run).count()) != rank_in(run)) continue;
    for (const std::uint32_t row : chosen) (next++)->row = row;
  }
}

SparseRows permuted_sparse_together(SparseView own, RandomStream random, const RunContext& run) {
  const RowBlocks blocks(own.rows(), run);
  std::vector<Stored> values = values_of_own_columns(own, run);
  draw_together(values, own, random, run);
  std::vector<std::vector<Stored>> parts(blocks.processes());
  for (const Stored& value : values) parts[blocks.owner_of(value.row)].push_back(value);
  values.clear();
  for (const auto& from : exchanged(run, std::move(parts))) values.insert(values.end(), from.begin(), from.end());
  std::ranges::sort(values, {}, [](const Stored& value) { return std::pair(value.row, value.column); });
  SparseRows out;
  out.cols = own.cols;
  auto next = values.begin();
  for (std::size_t i = 0; i < own.rows(); ++i, out.offsets.push_back(out.columns.size())) {
    for (; next != values.end() && next->row == blocks.begin(rank_in(run)) + i; ++next) {
      out.columns.push_back(next->column);
      out.values.push_back(next->value);
    }
  }
  return out;
}

}  // namespace

Attributes permuted_together(AttributesView attributes, RandomStream random, const RunContext& run) {
  if (attributes.is_sparse()) return permuted_sparse_together(attributes.sparse(), random, run);
  return permuted_dense_together(attributes.dense(), random, run);
}

}  // namespace cgsd
