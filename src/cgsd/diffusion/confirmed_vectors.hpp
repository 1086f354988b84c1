// Eigenvectors of a graph, of mean 0 and length 1, and how far attributes confirm each.
//
//   R_j = min(1, (E_j + ε) / (o κ_j + ε)),   ε = 3 √(2 r) / n,
//
// E_j the share of v_j that the stalks explain beyond chance (R² on a basis of their r columns, explained_form.hpp), o κ_j the most
// that attributes of which o is signal (signal_rank.hpp) could explain of a vector of which κ_j is signal. R_j = 0 if E_j < ε and R_j < 0.2; 1 without attributes.
//
// Unless attributes are noise (o = 0):
// - eigenvectors that share an eigenvalue are turned towards the attributes (eigenspace_turn.hpp);
// - those that only tell components apart are left out if E_j < ε. Every component has such a vector, whose values have one
//   sign, as the first of a connected graph has: it shows that the component is there, not what is in it.
//
// Promises: the same bits at any number of threads; rows of all processes. Cost: O(n · columns²) and one product.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"
#include "cgsd/spectral/spectrum_cache.hpp"

namespace cgsd {

inline constexpr double kConfirmed = 0.2;  // R_j from which attributes confirm an eigenvector

// What the topology view needs of the attributes: no columns if there are none.
struct ConfirmingAttributes {
  const Matrix<float>& stalks;
  double overlap = 0.0;              // o
  std::int32_t communities = 2;      // c; 0 if it is yet to be found
  std::size_t signals = 0;           // directions that stand out of noise
  SpectrumCache* spectra = nullptr;  // of the graph; null: solved anew
};

// What N = R W R is made of.
struct RegularisedGraph {
  GraphView graph;
  std::span<const double> inverse_root;  // R
  double scale = 0.0;                    // makes |λ| of N a multiple of the bulk's edge
};

// κ = 1 − 1 / θ², the share of an eigenvector that is signal: θ + 1 / θ = 2 y, y the size of its eigenvalue in units of the bulk's
// edge; 0 in the bulk.
double clarity_at(double size);

struct StandardisedVectors {
  Matrix<float> rows;          // n × those that are left
  std::vector<double> values;  // λ
  std::vector<double> mean;    // taken away from each
  std::vector<double> length;  // divided by
};

struct ConfirmedVectors : StandardisedVectors {
  std::vector<double> confirmed;  // R
};

StandardisedVectors standardised(Matrix<float> vectors, std::vector<double> values, const RunContext& run);

ConfirmedVectors confirmed_vectors(Matrix<float> vectors, std::vector<double> values,
                                   const ConfirmingAttributes& attributes, const RegularisedGraph& of,
                                   const RunContext& run);

}  // namespace cgsd
