// Eigenpairs at an end of the spectrum of a symmetric operator, A v = λ v.
//
// Comes back: pairs in the order asked for (largest size, largest or smallest value first), orthonormal vectors whose
// largest entry is positive, residuals ‖A v − λ v‖ as evidence. How: dense up to `dense_limit`, else by Lanczos
// (lanczos.hpp), which may miss copies of a multiple eigenvalue, from a start that the seed fixes.
// Promises: the same bits at any number of threads if the operator keeps that promise; pairs that did not converge are
// left out, and `converged` is false then. Cost: O(products · (cost of one + n · basis)).
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/spectrum_end.hpp"

namespace cgsd {

struct ExtremeOptions {
  std::int32_t pairs = 1;
  SpectrumEnd end = SpectrumEnd::largest_size;
  std::int32_t dense_limit = 300;
  std::int32_t max_iterations = 300;
  double tolerance = 1e-6;
};

struct ExtremePairs {
  std::vector<double> values;
  Matrix<double> vectors;  // n × pairs
  std::vector<double> residuals;
  std::int32_t products = 0;
  bool converged = true;
};

// Gives min(options.pairs, n) pairs, fewer if some did not converge.
ExtremePairs extreme_eigenpairs(const LinearOperator& a, const ExtremeOptions& options, const RunContext& run);

}  // namespace cgsd
