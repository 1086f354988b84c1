#include "cgsd/rounding/row_scaling.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {

Matrix<double> scaled_rows(const Matrix<float>& rows, RowScaling scaling, const RunContext& run) {
  Matrix<double> out(rows.rows(), rows.cols());
  parallel_for(run, rows.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double length = std::max(row_length<float>(rows.row(i)), 1e-12);
      const double divisor = scaling == RowScaling::as_is  ? 1.0
                             : scaling == RowScaling::half ? std::sqrt(length)
                                                           : length;
      for (std::size_t j = 0; j < rows.cols(); ++j) out(i, j) = static_cast<double>(rows(i, j)) / divisor;
    }
  });
  return out;
}

}  // namespace cgsd
