// Step 5b: the smallest eigenpairs of a symmetric operator with eigenvalues in [0, 2], such as a normalised Laplacian:
// L v = λ v.
//
// Comes back: orthonormal vectors by rising λ, the largest entry of each positive; residuals ‖L v − λ v‖ as evidence.
// How: vectors known to belong to λ = 0 are locked, and the rest is found in their complement: by a dense solver for
// n ≤ dense_limit, by Lanczos (lanczos.hpp) up to kLanczosLimit, beyond by filtered blocks (chebyshev.hpp). Lanczos may miss copies of a multiple eigenvalue, so what was found
// is locked too and the complement searched again until it holds nothing smaller. If eigenvalues crowd near 0 and it
// does not converge, it is tried again on (L + δ I)⁻¹ for n ≤ factor_limit; beyond, at a hundredth of the accuracy and
// so on. Promises: the same bits at any number of threads; not converging is data (`converged`), not an error.
//
// Of a Laplacian the null space is known in closed form (null_space.hpp): one vector per component, the first D^½ 1.
// Components are those of the numerically visible graph: an entry of D^−½ A D^−½ below 1e-17 joins nothing; one that
// loses weight over such entries has no null vector and is not counted. Its inverse is a sparse factorisation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/linear_operator.hpp"
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
           "up to this many nodes a factorisation serves if Lanczos does not converge");
  v.number("max_iterations", o.max_iterations, {1, 1'000'000}, "Lanczos: restarts at most");
  v.number("tolerance", o.tolerance, {1e-15, 1e-2}, "Lanczos: relative accuracy of an eigenvalue");
}

struct Spectrum {
  std::vector<double> values;     // rising
  Matrix<double> vectors;         // n × eigenpairs, in the order of the values
  std::vector<double> residuals;  // ‖L v − λ v‖
  std::int32_t components =
      0;                      // known null vectors: components of the visible graph, nodes without an edge not counted
  std::int32_t products = 0;  // times L was applied; 0 if the dense solver served
  bool converged = false;
};

inline constexpr std::int32_t kLanczosLimit = 20'000;  // nodes

// What is known of an operator beyond its products.
struct OperatorFacts {
  Matrix<double> null_space{};  // n × how many are known: orthonormal columns with L v = 0
  std::function<std::unique_ptr<LinearOperator>(double shift)>
      inverse{};                               // makes (L + shift I)⁻¹; empty: there is none
  const WideOperator* block = nullptr;         // the same operator; null: one vector at a time
  std::int32_t lanczos_limit = kLanczosLimit;  // nodes beyond which blocks serve
};

// Both give min(options.eigenpairs, n) pairs.
Spectrum smallest_eigenpairs(const LinearOperator& a, OperatorFacts facts, const SpectrumOptions& options,
                             const RunContext& run);
Spectrum smallest_eigenpairs(const NormalisedLaplacian& laplacian, const SpectrumOptions& options,
                             const RunContext& run);

}  // namespace cgsd
