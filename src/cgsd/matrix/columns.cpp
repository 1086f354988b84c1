#include "cgsd/matrix/columns.hpp"

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowsOfColumns = 1024;

}  // namespace

Matrix<float> columns_of(const Matrix<float>& m, std::span<const std::size_t> chosen, const RunContext& run) {
  Matrix<float> out(m.rows(), chosen.size());
  parallel_for(run, m.rows(), kRowsOfColumns, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = 0; j < chosen.size(); ++j) out(i, j) = m(i, chosen[j]);
  });
  return out;
}

void shift_and_scale(Matrix<float>& m, std::span<const double> shift, std::span<const double> factor,
                     const RunContext& run) {
  parallel_for(run, m.rows(), kRowsOfColumns, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = m.row(i);
      for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = static_cast<float>(factor[j] * (static_cast<double>(row[j]) - (shift.empty() ? 0.0 : shift[j])));
    }
  });
}

}  // namespace cgsd
