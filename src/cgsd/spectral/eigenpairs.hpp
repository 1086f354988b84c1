// Step 5b: the smallest eigenpairs of a normalised Laplacian, L v = λ v.
//
// Comes back: orthonormal vectors by rising λ, the largest entry of each positive; residuals ‖L v − λ v‖ as evidence.
// The first vector is always D^½ 1: with several components the null space is given the basis that starts with it. How:
// λ = 0 has one vector per component, known in closed form. These are locked, and the rest is found in their
// complement: by a dense solver for n ≤ dense_limit, else by implicitly restarted Lanczos (Spectra). Lanczos may miss
// copies of a multiple eigenvalue, so what was found is locked too and the complement searched again until it holds
// nothing smaller. Where eigenvalues crowd near 0 and it does not converge, it is tried again on (L + δ I)⁻¹, by a
// sparse factorisation, for n ≤ factor_limit; beyond, at a hundredth of the accuracy and so on. Components are those of
// the numerically visible graph: an entry of D^−½ A D^−½ below 1e-17 joins nothing; one that loses weight over such
// entries has no null vector and is not counted. Promises: the same bits at any number of threads; not converging is
// data (`converged`), not an error.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {

struct SpectrumOptions {
  std::int32_t eigenpairs = 2;
  std::int32_t dense_limit = 500;
  std::int32_t factor_limit = 6000;
  std::int32_t max_iterations = 100;
  double tolerance = 1e-10;
};

inline void describe(OptionVisitor& v, SpectrumOptions& o) {
  v.number("eigenpairs", o.eigenpairs, {1, 10'000}, "how many of the smallest, the trivial one included");
  v.number("dense_limit", o.dense_limit, {0, 20'000}, "up to this many nodes a dense solver is used");
  v.number("factor_limit", o.factor_limit, {0, 100'000},
           "up to this many nodes a factorisation serves where Lanczos does not converge");
  v.number("max_iterations", o.max_iterations, {1, 1'000'000}, "Lanczos: restarts at most");
  v.number("tolerance", o.tolerance, {1e-15, 1e-2}, "Lanczos: relative accuracy of an eigenvalue");
}

struct Spectrum {
  std::vector<double> values;     // rising
  Matrix<double> vectors;         // n × eigenpairs, in the order of the values
  std::vector<double> residuals;  // ‖L v − λ v‖
  std::int32_t components = 0;    // of the numerically visible graph, nodes without an edge not counted
  std::int32_t products = 0;      // times L was applied; 0 where the dense solver served
  bool converged = false;
};

// Gives min(options.eigenpairs, n) pairs.
Spectrum smallest_eigenpairs(const NormalisedLaplacian& laplacian, const SpectrumOptions& options,
                             const RunContext& run);

}  // namespace cgsd
