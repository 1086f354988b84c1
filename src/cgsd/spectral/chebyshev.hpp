// Eigenpairs at an end of the spectrum of a symmetric operator whose bounds are known, A v = λ v, by subspace iteration
// with a Chebyshev filter.
//
//     X ← T_m((A − e) / h) X,   [e − h, e + h] what is not wanted;   then Rayleigh and Ritz:  XᵀX = I, XᵀAX diagonal
//
// |T_m| ≤ 1 on that interval and grows like e^(m √(2 ε)) at a relative distance ε from it, so each sweep of m products
// takes the wanted vectors out of the rest. The interval ends at the last Ritz value of the block (from random columns
// at the edge that a random graph of the same deviation would have), or at the edge of a bulk that is known: pairs in
// the bulk are counted and left alone, since there they crowd, take a hundred products each and mean nothing. A block
// that turns out to lie beyond the bulk as a whole is widened.
// Products are in float, the small matrices and the Ritz values in double; below 1e-6 sweeps go on in double.
//
// Comes back: the pairs asked for that converged (or all), the first of the end first, orthonormal vectors whose largest entry is
// positive, residuals ‖A v − λ v‖ as evidence. Vectors that are `locked` (orthonormal, invariant under A) are taken
// out. Copies of a multiple eigenvalue are found, unlike by Lanczos. Promises: the same bits at any number of threads;
// not converging is data. Cost: O(products · entries · block) and O(sweeps · n · block²); 2 n · block numbers.
// Source: Zhou, Saad, Tiago, Chelikowsky 2006 (filter); Rutishauser 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/spectral/spectrum_end.hpp"

namespace cgsd {

struct ChebyshevOptions {
  std::int32_t pairs = 1;
  SpectrumEnd end = SpectrumEnd::largest_size;
  double lower = -1.0;               // no eigenvalue is below
  double upper = 1.0;                // or above
  std::optional<double> bulk{};      // where it ends: pairs of |λ| up to it (largest_size), or λ, do not count
  double tolerance = 1e-6;           // of residuals, in units of the larger bound
  std::int32_t max_products = 1000;  // of a whole block
  bool keep_all = false;             // pairs that did not converge come back too
  // Products after which no more pairs are looked for: 60 show one 1 in 100 beyond the bulk among a million nodes.
  std::int32_t enough = 60;
  const Matrix<float>* near = nullptr;  // columns near the vectors looked for, to begin with; null: none
  RandomStream start{0};
};

struct ChebyshevPairs {
  std::vector<double> values;
  Matrix<float> vectors;     // n × values
  Matrix<double> precise{};  // the same, if the tolerance needed double
  std::vector<double> residuals;
  std::int32_t in_bulk = 0;   // of the pairs asked for, those that lie in the bulk
  std::int32_t products = 0;  // of a whole block
  std::int32_t width = 0;     // of the block in the end
  std::int32_t sweeps = 0;
  std::int32_t same_from = 0;  // a search for so many pairs, up to those asked for, finds these to the bit; 0: unknown
  bool converged = true;       // all that were asked for and lie beyond the bulk
};

// n is to be several times the number of pairs; `locked` is n × any.
ChebyshevPairs chebyshev_pairs(const WideOperator& a, const ChebyshevOptions& options, const Matrix<double>& locked,
                               const RunContext& run);

}  // namespace cgsd
