#include "cgsd/spectral/krylov_ends.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kKrylovBlock = 4096;
constexpr double kSpaceEnds = 1e-6;  // of the largest length of a new vector

// In eight sums, which the processor adds at once.
float product_of(const float* row, const std::vector<float>& factor) {
  float sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= factor.size(); k += 8)
    for (std::size_t l = 0; l < 8; ++l) sums[l] += factor[k + l] * row[k + l];
  for (std::size_t l = 0; k < factor.size(); ++k, ++l) sums[l] += factor[k] * row[k];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// The vectors so far, one column each, and what is done with them.
class KrylovBasis {
 public:
  KrylovBasis(std::size_t size, std::size_t steps, const RunContext& run) : rows_(size, steps), run_(run) {}

  // Shares of w in the vectors so far.
  std::vector<double> shares(const Matrix<float>& w) const {
    Matrix<double> parts((w.rows() + kKrylovBlock - 1) / kKrylovBlock, count_);
    parallel_for(run_, w.rows(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
      const auto sum = parts.row(begin / kKrylovBlock);
      for (std::size_t i = begin; i < end; ++i) {
        const auto factor = static_cast<double>(w(i, 0));
        const float* const row = rows_.row(i).data();
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * static_cast<double>(row[k]);
      }
    });
    std::vector<double> total(count_, 0.0);
    for (std::size_t part = 0; part < parts.rows(); ++part)
      for (std::size_t k = 0; k < count_; ++k) total[k] += parts(part, k);
    sum_over_processes(run_, total);
    return total;
  }

  // w ← w − V shares; the squared length of what is left.
  double take_out(const std::vector<double>& shares, Matrix<float>& w) const {
    const double own = ordered_sum<double>(run_, w.rows(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
      std::vector<float> factor(shares.begin(), shares.end());
      double squares = 0.0;
      for (std::size_t i = begin; i < end; ++i) {
        w(i, 0) -= product_of(rows_.row(i).data(), factor);
        squares += static_cast<double>(w(i, 0)) * static_cast<double>(w(i, 0));
      }
      return squares;
    });
    return sum_over_processes(run_, own);
  }

  // The next vector, w of this length, and in `v` the same.
  void add(const Matrix<float>& w, double length, Matrix<float>& v) {
    parallel_for(run_, w.rows(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        v(i, 0) = rows_(i, count_) = static_cast<float>(static_cast<double>(w(i, 0)) / length);
    });
    ++count_;
  }

  double length(const Matrix<float>& w) const {
    const double own = ordered_sum<double>(run_, w.rows(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(w(i, 0)) * static_cast<double>(w(i, 0));
      return sum;
    });
    return std::sqrt(sum_over_processes(run_, own));
  }

 private:
  Matrix<float> rows_;
  std::size_t count_ = 0;
  const RunContext& run_;
};

// w ← A v in vectors rather than the operator's rows.
void product(const WideOperator& a, Matrix<float>& v, Matrix<float>& w, const RunContext& run) {
  const std::span<const double> factors = a.row_factors();
  parallel_for(run, factors.size(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) v(i, 0) *= static_cast<float>(factors[i]);
  });
  a.apply_block(v, w, {}, run);
  parallel_for(run, factors.size(), kKrylovBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) w(i, 0) /= static_cast<float>(factors[i]);
  });
}

}  // namespace

std::vector<double> krylov_values(const WideOperator& a, std::int32_t steps, const RandomStream& start,
                                  const RunContext& run) {
  const std::size_t most = std::min(rows_of_all(run, a.size()), static_cast<std::size_t>(steps));
  KrylovBasis basis(a.size(), most, run);
  Matrix<float> v(a.size(), 1);
  Matrix<float> w(a.size(), 1);
  for (std::size_t i = 0; i < a.size(); ++i) w(i, 0) = static_cast<float>(start.uniform(first_row(run) + i) - 0.5);
  std::vector<double> diagonal;
  std::vector<double> beside;
  double length = basis.length(w);
  for (double longest = 0.0; diagonal.size() < most && length > kSpaceEnds * longest;) {
    run.check_stop();
    basis.add(w, length, v);
    product(a, v, w, run);
    const std::vector<double> shares = basis.shares(w);
    diagonal.push_back(shares.back());
    basis.take_out(shares, w);
    length = std::sqrt(basis.take_out(basis.shares(w), w));  // what rounding left of the first
    longest = std::max(longest, length);
    beside.push_back(length);
  }
  if (diagonal.empty()) return {};
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  const auto count = to_index(diagonal.size());
  solver.computeFromTridiagonal(Eigen::Map<Eigen::VectorXd>(diagonal.data(), count),
                                Eigen::Map<Eigen::VectorXd>(beside.data(), count - 1), Eigen::EigenvaluesOnly);
  const Eigen::VectorXd falling = solver.eigenvalues().reverse();
  return {falling.data(), falling.data() + falling.size()};
}

}  // namespace cgsd
