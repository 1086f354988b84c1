// Sums over the rows of a matrix, one for every column: Σ_i f(x_ij), in double; over those of all processes.
//
// Promises: fixed blocks of rows, added in their order, so the same bits at any number of threads. Cost: O(n · columns).
#pragma once

#include <cstddef>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

inline constexpr std::size_t kSummedRows = 4096;

template <class T, class Function>
std::vector<double> column_sums(const Matrix<T>& m, const RunContext& run, Function&& f) {
  Matrix<double> parts((m.rows() + kSummedRows - 1) / kSummedRows, m.cols());
  parallel_for(run, m.rows(), kSummedRows, [&](std::size_t begin, std::size_t end) {
    const auto sum = parts.row(begin / kSummedRows);
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = m.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) sum[j] += f(static_cast<double>(row[j]));
    }
  });
  std::vector<double> total(m.cols(), 0.0);
  for (std::size_t part = 0; part < parts.rows(); ++part) {
    for (std::size_t j = 0; j < total.size(); ++j) total[j] += parts(part, j);
  }
  sum_over_processes(run, total);
  return total;
}

}  // namespace cgsd
