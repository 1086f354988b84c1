// Eigenpairs at one end of the spectrum of a symmetric operator, A v = λ v, by implicitly restarted Lanczos (Spectra).
//
// Comes back: the pairs that converged, in the order of the end asked for (largest size, largest or smallest value
// first), with orthonormal vectors and residuals ‖A v − λ v‖ as evidence. Vectors that are `locked` (orthonormal
// columns) are taken out: what is searched is P A P, P = I − locked lockedᵀ, in which their eigenvalue is 0. Lanczos
// may miss copies of a multiple eigenvalue. The start is drawn from the stream given.
// Promises: the same bits at any number of threads if the operator keeps that promise; not converging is data.
// Cost: O(products · (cost of one + n · basis)), and one product for each residual.
//
// For sources only, since it uses Eigen types. Every eigensolver of the library calls it.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/eigen.hpp"
#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/spectral/spectrum_end.hpp"

namespace cgsd {

struct LanczosOptions {
  std::int32_t pairs = 1;  // fewer than n
  SpectrumEnd end = SpectrumEnd::largest;
  std::int32_t basis = 20;  // vectors kept between restarts: more than `pairs`; at most n are
  std::int32_t max_iterations = 300;
  double tolerance = 1e-10;
  RandomStream start{0};
};

struct LanczosPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
  std::vector<double> residuals;  // of P A P
  std::int32_t products = 0;      // that the search took; those for the residuals are not counted
  bool converged = true;          // all pairs asked for
};

LanczosPairs lanczos(const LinearOperator& a, const LanczosOptions& options, const Eigen::MatrixXd& locked,
                     const RunContext& run);

// P A P. What it is given must outlive it.
class Complement final : public LinearOperator {
 public:
  Complement(const LinearOperator& a, const Eigen::MatrixXd& locked) : a_(a), locked_(locked) {}
  std::size_t size() const override { return a_.size(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override;

 private:
  const LinearOperator& a_;
  const Eigen::MatrixXd& locked_;
};

// A, column by column: its products with the unit vectors.
Eigen::MatrixXd dense_matrix(const LinearOperator& a, const RunContext& run);

// ‖A v − λ v‖ of every pair.
std::vector<double> residuals(const LinearOperator& a, const Eigen::VectorXd& values, const Eigen::MatrixXd& vectors,
                              const RunContext& run);

}  // namespace cgsd
