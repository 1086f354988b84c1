// The largest singular values of a matrix and their left vectors: X ≈ U Σ Vᵀ, X n × d.
//
// Comes back: σ falling, U with orthonormal columns, the largest entry of each positive; residuals as evidence. Values
// below 1e-6 of the largest are noise of single precision and are left out: fewer columns than asked for means that X
// has no higher rank. How: eigenpairs of XᵀX or of XXᵀ, whichever is smaller, known only by its products (never formed)
// and found by Lanczos (lanczos.hpp); up to `dense_limit` rows it is formed and a dense solver is used.
// Copies of a multiple singular value may be missed by Lanczos.
//
// Promises: sums in double; the same bits at any number of threads; not converging is data. Cost: O(n d) per product.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct SvdOptions {
  std::int32_t vectors = 2;
  std::int32_t dense_limit = 300;
  std::int32_t max_iterations = 300;
  double tolerance = 1e-8;
};

inline void describe(OptionVisitor& v, SvdOptions& o) {
  v.number("vectors", o.vectors, {1, 10'000}, "how many of the largest");
  v.number("dense_limit", o.dense_limit, {0, 20'000}, "up to this many rows or columns a dense solver is used");
  v.number("max_iterations", o.max_iterations, {1, 1'000'000}, "Lanczos: restarts at most");
  v.number("tolerance", o.tolerance, {1e-15, 1e-2}, "Lanczos: relative accuracy of a squared singular value");
}

struct TruncatedSvd {
  std::vector<double> values{};     // σ, falling
  Matrix<double> left{};            // U: n × values
  std::vector<double> residuals{};  // ‖X Xᵀ u − σ² u‖ / σ₁²
  std::int32_t products = 0;        // with the smaller of XᵀX and XXᵀ; 0 if the dense solver was used
  bool converged = true;
};

// The numbers must be finite. Gives at most min(n, d) vectors.
TruncatedSvd truncated_svd(MatrixView<float> x, const SvdOptions& options, const RunContext& run);

}  // namespace cgsd
