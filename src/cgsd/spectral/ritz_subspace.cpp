#include "cgsd/spectral/ritz_subspace.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/tall_products.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t kSubspaceRows = 4096;

Matrix<double> to_matrix(const MatrixXd& m) {
  Matrix<double> out(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  as_eigen(out) = m;
  return out;
}

// x ← x · factor, row by row; or divided by it
template <class T>
void scale_rows(Matrix<T>& x, std::span<const double> factors, bool divide, const RunContext& run) {
  if (factors.empty()) return;
  parallel_for(run, x.rows(), kSubspaceRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto factor = static_cast<T>(divide ? 1.0 / factors[i] : factors[i]);
      for (T& value : x.row(i)) value *= factor;
    }
  });
}

}  // namespace

template <class T>
RitzSubspace<T>::RitzSubspace(const WideOperator& a, SpectrumEnd end, const Matrix<double>& locked,
                              const RunContext& run)
    : a_(a), end_(end), locked_(locked.rows(), locked.cols()), run_(run) {
  std::ranges::transform(locked.values(), locked_.values().begin(), [](double x) { return static_cast<T>(x); });
}

template <class T>
void RitzSubspace<T>::start_with(Matrix<T> x) {
  x_ = std::move(x);
  y_ = {};
}

template <class T>
Matrix<T> RitzSubspace<T>::release() {
  y_ = {};
  return std::move(x_);
}

template <class T>
void RitzSubspace<T>::widen(std::size_t columns, const RandomStream& random) {
  Matrix<T> wider(a_.size(), x_.cols() + columns);
  const std::uint64_t first = first_row(run_);
  parallel_for(run_, wider.rows(), kSubspaceRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (x_.cols() > 0) std::ranges::copy(x_.row(i), wider.row(i).begin());
      for (std::size_t j = 0; j < columns; ++j)
        wider(i, x_.cols() + j) = static_cast<T>(random.uniform((first + i) * columns + j) - 0.5);
    }
  });
  x_ = std::move(wider);
  y_ = {};
}

template <class T>
void RitzSubspace<T>::filter(const FilterInterval& interval, std::int32_t degree) {
  const double step = 1.0 / interval.half;
  scale_rows(x_, a_.row_factors(), false, run_);
  scale_rows(y_, a_.row_factors(), false, run_);
  combine(y_, step, x_, -step * interval.middle);  // T_1
  for (std::int32_t k = 2; k <= degree; ++k) {
    run_.check_stop();
    a_.apply_block(y_, x_, {2.0 * step, -2.0 * step * interval.middle, -1.0}, run_);
    ++products_;
    std::swap(x_, y_);
  }
  std::swap(x_, y_);
  scale_rows(x_, a_.row_factors(), true, run_);
}

template <class T>
void RitzSubspace<T>::rotate_to_ritz() {
  take_out_locked();
  if (!orthonormalise()) {
    take_out_locked();
    orthonormalise();
  }
  apply_to_x();
  const Matrix<double> h = column_products(x_, y_, run_);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver((as_eigen(h) + as_eigen(h).transpose()) / 2.0);
  std::vector<Index> order(x_.cols());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) {
    return rank_of(solver.eigenvalues()(i), end_) > rank_of(solver.eigenvalues()(j), end_);
  });
  const Matrix<double> rotation = to_matrix(solver.eigenvectors()(Eigen::all, order));
  times_square(x_, rotation, run_);
  times_square(y_, rotation, run_);
  const VectorXd sorted = solver.eigenvalues()(order);
  values_.assign(sorted.data(), sorted.data() + sorted.size());
  measure_residuals();
}

// Y ← A X
template <class T>
void RitzSubspace<T>::apply_to_x() {
  if (y_.rows() != x_.rows() || y_.cols() != x_.cols()) y_ = Matrix<T>(x_.rows(), x_.cols());
  run_.check_stop();
  scale_rows(x_, a_.row_factors(), false, run_);
  a_.apply_block(x_, y_, {}, run_);
  ++products_;
  scale_rows(x_, a_.row_factors(), true, run_);
  scale_rows(y_, a_.row_factors(), true, run_);
}

// to ← a · to + b · from
template <class T>
void RitzSubspace<T>::combine(Matrix<T>& to, double a, const Matrix<T>& from, double b) const {
  parallel_for(run_, to.values().size(), kSubspaceRows * 16, [&](std::size_t begin, std::size_t end) {
    T* const target = to.data();
    const T* const source = from.data();
    const auto one = static_cast<T>(a);
    const auto other = static_cast<T>(b);
    for (std::size_t i = begin; i < end; ++i) target[i] = one * target[i] + other * source[i];
  });
}

// X ← X − L LᵀX
template <class T>
void RitzSubspace<T>::take_out_locked() {
  if (locked_.cols() == 0) return;
  const Matrix<double> shares = column_products(locked_, x_, run_);
  parallel_for(run_, x_.rows(), kSubspaceRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = x_.row(i);
      for (std::size_t k = 0; k < locked_.cols(); ++k) {
        const T factor = locked_(i, k);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= factor * static_cast<T>(shares(k, j));
      }
    }
  });
}

// False if columns were so nearly dependent that a second pass is needed.
template <class T>
bool RitzSubspace<T>::orthonormalise() {
  constexpr double kWellConditioned = 1e-3;
  const double dependent = 100.0 * static_cast<double>(std::numeric_limits<T>::epsilon());
  const Matrix<double> gram = column_products(x_, x_, run_);
  const VectorXd scale =
      as_eigen(gram).diagonal().cwiseMax(std::numeric_limits<double>::min()).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scale.asDiagonal() * as_eigen(gram) * scale.asDiagonal());
  const double largest = solver.eigenvalues().maxCoeff();
  std::vector<Index> kept;
  for (Index j = solver.eigenvalues().size() - 1; j >= 0; --j)
    if (solver.eigenvalues()(j) > dependent * dependent * largest) kept.push_back(j);
  const VectorXd lengths = solver.eigenvalues()(kept).cwiseSqrt().cwiseInverse();
  times_square(x_, to_matrix(scale.asDiagonal() * solver.eigenvectors()(Eigen::all, kept) * lengths.asDiagonal()),
               run_);
  return solver.eigenvalues().minCoeff() > kWellConditioned * largest;
}

template <class T>
void RitzSubspace<T>::measure_residuals() {
  Matrix<double> parts((x_.rows() + kSubspaceRows - 1) / kSubspaceRows, x_.cols());
  parallel_for(run_, x_.rows(), kSubspaceRows, [&](std::size_t begin, std::size_t end) {
    const auto sum = parts.row(begin / kSubspaceRows);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < sum.size(); ++j) {
        const double r = static_cast<double>(y_(i, j)) - values_[j] * static_cast<double>(x_(i, j));
        sum[j] += r * r;
      }
    }
  });
  residuals_.assign(x_.cols(), 0.0);
  for (std::size_t part = 0; part < parts.rows(); ++part) {
    for (std::size_t j = 0; j < residuals_.size(); ++j) residuals_[j] += parts(part, j);
  }
  sum_over_processes(run_, residuals_);
  for (double& r : residuals_) r = std::sqrt(r);
}

template class RitzSubspace<float>;
template class RitzSubspace<double>;

}  // namespace cgsd
