#include "cgsd/diffusion/stationary_part.hpp"

#include <algorithm>

#include <Eigen/Eigenvalues>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

// (root, Y)ᵀ (root, Y): all products of columns that are needed.
struct ColumnProducts {
  Eigen::MatrixXd value{};
  ColumnProducts& operator+=(const ColumnProducts& other) {
    value = value.size() == 0 ? other.value : Eigen::MatrixXd(value + other.value);
    return *this;
  }
};

Eigen::MatrixXd products_of(const Matrix<float>& y, std::span<const float> root, std::size_t rows,
                            const RunContext& run) {
  Eigen::MatrixXd all = ordered_sum<ColumnProducts>(run, rows, 512, [&](std::size_t begin, std::size_t end) {
                          Eigen::MatrixXd panel(to_index(end - begin), to_index(y.cols() + 1));
                          for (std::size_t v = begin; v < end; ++v)
                            panel(to_index(v - begin), 0) = static_cast<double>(root[v]);
                          panel.rightCols(to_index(y.cols())) = row_panel(y, begin, end).cast<double>();
                          return ColumnProducts{panel.transpose() * panel};
                        }).value;
  sum_over_processes(run, std::span(all.data(), static_cast<std::size_t>(all.size())));
  return all;
}

}  // namespace

bool take_out_stationary_part(Matrix<float>& y, std::span<const float> root, std::size_t measured,
                              const RunContext& run) {
  const std::size_t rows = measured > 0 ? measured : y.rows();
  if (rows == 0 || y.cols() == 0) return false;
  const Eigen::MatrixXd products = products_of(y, root, rows, run);
  const double squares = products(0, 0);
  if (squares <= 0.0) return false;
  const Eigen::Index width = to_index(y.cols());
  const Eigen::VectorXd along = products.col(0).tail(width);  // rootᵀ Y
  const Eigen::MatrixXd rest = products.bottomRightCorner(width, width) - along * along.transpose() / squares;
  const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest).eigenvalues()(width - 1);
  if (along.squaredNorm() / squares <= std::max(largest, 0.0)) return false;
  parallel_for(run, y.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v)
      for (std::size_t j = 0; j < y.cols(); ++j)
        y(v, j) -= static_cast<float>(static_cast<double>(root[v]) * along(to_index(j)) / squares);
  });
  return true;
}

}  // namespace cgsd
