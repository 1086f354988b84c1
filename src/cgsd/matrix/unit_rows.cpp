#include "cgsd/matrix/unit_rows.hpp"

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {

template <class T>
void divide_rows_by_length(Matrix<T>& rows, const RunContext& run) {
  parallel_for(run, rows.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double length = row_length<T>(rows.row(i));
      if (length != 0.0) divide_row(rows.row(i), length);
    }
  });
}

template void divide_rows_by_length(Matrix<float>&, const RunContext&);
template void divide_rows_by_length(Matrix<double>&, const RunContext&);

void scale_rows_to_unit_length(Matrix<float>& rows, const RunContext& run) {
  parallel_for(run, rows.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      auto row = row_panel(rows, i, i + 1);
      const double length = row.cast<double>().norm();
      if (length > 0.0) row *= static_cast<float>(1.0 / length);
    }
  });
}

}  // namespace cgsd
