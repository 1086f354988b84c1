#include "cgsd/rounding/spectral.hpp"

#include <algorithm>

#include "cgsd/spectral/embedding.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

std::int32_t coordinates(const SpectralOptions& options, std::int32_t communities) {
  return std::max(1, options.spectral_width == SpectralWidth::communities ? communities : communities - 1);
}

}  // namespace

void describe(OptionVisitor& v, SpectralOptions& o) {
  v.group("knn", o.knn);
  v.group("affinity", o.affinity);
  v.group("spectrum", o.spectrum, {"eigenpairs"});
  v.choice("spectral_width", o.spectral_width, "how many eigenvectors after the first become coordinates");
  v.group("kmeans", o.kmeans, {"clusters"});
}

Affinity spectral_affinity(const Matrix<float>& embedding, const CurvedGraph& original, const SpectralOptions& options,
                           const RunContext& run) {
  if (const auto* curvature = std::get_if<CurvatureAffinityOptions>(&options.affinity.kind))
    return curved_neighbours(embedding, original, options.knn, *curvature, run);
  return self_tuned_neighbours(embedding, options.knn, std::get<SelfTuningOptions>(options.affinity.kind), run);
}

SpectralRounding round_spectral(const Matrix<float>& embedding, const CurvedGraph& original, std::int32_t communities,
                                const SpectralOptions& options, const RunContext& run) {
  SpectralRounding r;
  const std::int32_t width = coordinates(options, communities);
  r.affinity = spectral_affinity(embedding, original, options, run);                  // A_w
  const NormalisedLaplacian laplacian(r.affinity.graph, r.affinity.log_weight, run);  // L = I − D^−½ A_w D^−½
  SpectrumOptions pairs = options.spectrum;
  pairs.eigenpairs = 1 + width;
  r.spectrum = smallest_eigenpairs(laplacian, pairs, run.stage("spectrum"));
  r.points = spectral_points(r.spectrum, laplacian, 1, static_cast<std::size_t>(width), run);
  KmeansOptions centres = options.kmeans;
  centres.clusters = communities;
  r.clustering = kmeans(r.points, centres, run.stage("k-means"));
  return r;
}

}  // namespace cgsd
