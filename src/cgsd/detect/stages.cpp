#include "cgsd/detect/stages.hpp"

#include <utility>

#include "cgsd/curvature/forman.hpp"
#include "cgsd/curvature/weighted_forman.hpp"
#include "cgsd/detect/edge_refinement.hpp"
#include "cgsd/detect/kept_encoding.hpp"

namespace cgsd {
namespace {

// If edges pull, communities follow them: of two that the coordinates tell equally well, the one that explains the edges.
SecondOpinion opinion_of_edges(GraphView graph, const Encoded& encoded, const RunContext& run) {
  const auto* diffusion = std::get_if<Diffusion>(&encoded);
  if (diffusion == nullptr || diffusion->sign.use * diffusion->sign.pull < 0.5) return {};
  return [graph, run](const Partition& partition) { return edge_likelihood(graph, partition, run); };
}

bool reads_curvature(const SpectralOptions& options) {
  return std::holds_alternative<CurvatureAffinityOptions>(options.affinity.kind);
}

}  // namespace

Encoded encode(const AttributedGraphView& input, const EncoderChoice& encoder, const DiffusionAim& aim,
               const RunContext& run, TrainingHooks hooks) {
  if (const auto* closed_form = std::get_if<DiffusionOptions>(&encoder))
    return kept_stage(run, "encoded", [&] { return diffuse(input, aim, *closed_form, run.stage("diffusion")); });
  return train_encoder(input, aim.communities, std::get<TrainedOptions>(encoder), run, std::move(hooks));
}

Rounded round(const AttributedGraphView& input, const Encoded& encoded, std::int32_t communities,
              const RoundingChoice& rounding, const RunContext& run) {
  const Matrix<float>& embedding = embedding_of(encoded);
  if (const auto* smoothed = std::get_if<SmoothedOptions>(&rounding))
    return round_smoothed(embedding, communities, *smoothed, run, opinion_of_edges(input.graph, encoded, run));
  if (const auto* plain = std::get_if<PlainKmeansOptions>(&rounding))
    return round_kmeans(embedding, communities, *plain, run);
  const auto& spectral = std::get<SpectralOptions>(rounding);
  std::vector<double> made;
  const auto curvature =
      reads_curvature(spectral) ? curvature_of(encoded, input, made, run) : std::span<const double>();
  return round_spectral(embedding, {input.graph, curvature}, communities, spectral, run);
}

const Matrix<float>& embedding_of(const Encoded& encoded) {
  if (const auto* closed_form = std::get_if<Diffusion>(&encoded)) return closed_form->embedding;
  return std::get<TrainedEncoding>(encoded).training.embedding;
}

const KmeansResult& clustering_of(const Rounded& rounded) {
  return std::visit([](const auto& r) -> const KmeansResult& { return r.clustering; }, rounded);
}

std::span<const double> curvature_of(const Encoded& encoded, const AttributedGraphView& input,
                                     std::vector<double>& made, const RunContext& run) {
  if (const auto* trained = std::get_if<TrainedEncoding>(&encoded)) return trained->curvature;
  const auto stage = run.stage("curvature");
  const bool by_weight = input.graph.weighted() && !input.graph.directed();
  made = by_weight ? weighted_forman_curvature(input.graph, stage) : forman_curvature(input.graph, stage);
  return made;
}

}  // namespace cgsd
