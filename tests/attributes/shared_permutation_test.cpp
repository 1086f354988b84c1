#include "cgsd/attributes/shared_permutation.hpp"

#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "cgsd/attributes/resampling.hpp"

#include "tests/graph/thread_processes.hpp"

namespace cgsd {
namespace {

// 31 rows; column j of row i holds 10 i + j.
Matrix<float> numbered(std::size_t columns) {
  Matrix<float> out(31, columns);
  for (std::size_t i = 0; i < out.rows(); ++i)
    for (std::size_t j = 0; j < columns; ++j) out(i, j) = static_cast<float>(10 * i + j);
  return out;
}

// Numbers and words; a process may have no rows, and there may be fewer columns than processes.
TEST(PermutedTogether, GivesTheColumnsOfOneProcess) {
  for (const std::size_t columns : {std::size_t{2}, std::size_t{7}}) {
    Matrix<float> dense = numbered(columns);
    for (std::size_t i = 0; i < 31; i += 3) dense(i, 1) = 0.0F;
    const Matrix<float> one = permuted_columns(dense, RandomStream(5), RunContext()).dense();
    const Attributes sparse = permuted_columns(to_sparse(dense), RandomStream(5), RunContext());
    testing::run_processes(3, [&](const RunContext& run, Processes& processes) {
      const auto [begin, end] = std::array<std::pair<std::size_t, std::size_t>, 3>{
          {{0, 20}, {20, 20}, {20, 31}}}[static_cast<std::size_t>(processes.rank())];
      const Matrix<float> own = testing::some_rows(dense, begin, end);
      EXPECT_EQ(permuted_columns(own, RandomStream(5), run).dense(), testing::some_rows(one, begin, end));
      EXPECT_EQ(to_dense(permuted_columns(to_sparse(own), RandomStream(5), run).sparse()),
                testing::some_rows(to_dense(sparse.sparse()), begin, end));
    });
  }
}

}  // namespace
}  // namespace cgsd
