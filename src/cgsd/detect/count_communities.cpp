#include "cgsd/detect/count_communities.hpp"

#include <algorithm>
#include <utility>

#include "cgsd/detect/stages.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

SpectrumOptions spectrum_options(const RoundingChoice& rounding, std::int32_t most) {
  const auto* spectral = std::get_if<SpectralOptions>(&rounding);
  SpectrumOptions options = spectral != nullptr ? spectral->spectrum : SpectrumOptions{};
  options.eigenpairs = most + 1;  // the gap after the last needs one more
  return options;
}

CommunityCount by_eigengap(const Affinity& affinity, const DetectOptions& options, const RunContext& run) {
  const std::int32_t most = options.max_communities;
  const NormalisedLaplacian laplacian(affinity.graph, affinity.log_weight, run);
  const Spectrum spectrum =
      smallest_eigenpairs(laplacian, spectrum_options(options.rounding, most), run.stage("spectrum"));
  return count_by_eigengap(spectrum.values);
}

// Without attributes the points are eigenvectors of the graph, and c groups span c − 1 of them: more are pieces of a
// group.
CommunityCount by_all_criteria(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run) {
  const std::int32_t most = options.max_communities;
  TopologyCount topology = count_by_topology(input.graph, most, run.stage("topology"));
  const auto& encoder = std::get<DiffusionOptions>(options.encoder);
  const Diffusion encoded = diffuse(input, topology.communities, encoder, run.stage("diffusion"));
  const SmoothedPoints smoothed =
      smoothed_points(encoded.embedding, 0, std::get<SmoothedOptions>(options.rounding), run);
  CommunityCount count = by_eigengap(smoothed.affinity, options, run);
  count.topology = std::move(topology);
  count.attributes = count_by_attributes(encoded.signals, most);
  const auto told_apart = static_cast<std::int32_t>(smoothed.points.cols()) + 1;
  const std::int32_t largest = encoded.width == 0 ? std::min(most, told_apart) : most;
  count.stability = count_by_stability(smoothed.points, stability_candidates(count, largest), run.stage("stability"));
  choose(count);
  return count;
}

// What encode() is told while c is not known.
std::int32_t provisional(const AttributedGraphView& input, const DetectOptions& options) {
  if (std::holds_alternative<DiffusionOptions>(options.encoder)) return 0;
  return std::min(options.max_communities, static_cast<std::int32_t>(input.graph.nodes()));
}

Affinity affinity_of(const AttributedGraphView& input, const Encoded& encoded, const RoundingChoice& rounding,
                     const RunContext& run) {
  const Matrix<float>& embedding = embedding_of(encoded);
  if (const auto* smoothed = std::get_if<SmoothedOptions>(&rounding))
    return self_tuned_neighbours(embedding, smoothed->knn, smoothed->affinity, run);
  const auto* spectral = std::get_if<SpectralOptions>(&rounding);
  std::vector<double> made;
  return spectral_affinity(embedding, {input.graph, curvature_of(encoded, input, made, run)},
                           spectral != nullptr ? *spectral : SpectralOptions{}, run);
}

}  // namespace

CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options,
                                 const RunContext& run) {
  if (std::holds_alternative<DiffusionOptions>(options.encoder) &&
      std::holds_alternative<SmoothedOptions>(options.rounding))
    return by_all_criteria(input, options, run);
  const Encoded encoded = encode(input, options.encoder, provisional(input, options), run);
  return by_eigengap(affinity_of(input, encoded, options.rounding, run), options, run);
}

}  // namespace cgsd
