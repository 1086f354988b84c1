// Rounding of the paper (CSpec, Algorithm 1 lines 18 to 25): spectral clustering of the embedding's k-NN graph.
//
//   k-NN graph weighted by curvature, or self-tuning → normalised Laplacian → eigenvectors 2 … → unit rows → K-means
//
// `width` is how many eigenvectors after the first become coordinates: c − 1 as printed, c as the authors' program has
// it; one at least, since with none every node is the same point.
// Comes back: the communities with all that led to them; eigenpairs that do not converge are data (spectrum.converged).
// Promises: the same bits at any number of threads. Cost: neighbours, eigenpairs, K-means.
#pragma once

#include <array>
#include <variant>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/rounding/neighbour_affinity.hpp"
#include "cgsd/spectral/eigenpairs.hpp"

namespace cgsd {

enum class AffinityKind { curvature, self_tuning };
constexpr auto enum_names(AffinityKind) {
  return std::array{
      EnumName<AffinityKind>{AffinityKind::curvature, "curvature", "σ(α κ) of an original edge"},
      EnumName<AffinityKind>{AffinityKind::self_tuning, "self_tuning", "distance, in units of the local density"}};
}
struct AffinityChoice {
  std::variant<CurvatureAffinityOptions, SelfTuningOptions> kind;
};
inline void describe(OptionVisitor& v, AffinityChoice& o) {
  v.one_of<AffinityKind>("kind", o.kind, "what the weight of a pair of neighbours is made of", false);
}

enum class SpectralWidth { communities_less_one, communities };
constexpr auto enum_names(SpectralWidth) {
  return std::array{EnumName<SpectralWidth>{SpectralWidth::communities_less_one, "c-1"},
                    EnumName<SpectralWidth>{SpectralWidth::communities, "c"}};
}

// The values are the paper's.
struct SpectralOptions {
  KnnOptions knn;
  AffinityChoice affinity;
  SpectrumOptions spectrum;
  SpectralWidth spectral_width = SpectralWidth::communities_less_one;
  KmeansOptions kmeans;
};

void describe(OptionVisitor& v, SpectralOptions& o);

struct SpectralRounding {
  Affinity affinity;
  Spectrum spectrum;
  Matrix<double> points;  // what K-means is given
  KmeansResult clustering;
};

// The weighted k-NN graph alone. If weights are made of curvature, it is that of `original`.
Affinity spectral_affinity(const Matrix<float>& embedding, const CurvedGraph& original, const SpectralOptions& options,
                           const RunContext& run);

SpectralRounding round_spectral(const Matrix<float>& embedding, const CurvedGraph& original, std::int32_t communities,
                                const SpectralOptions& options, const RunContext& run);

}  // namespace cgsd
