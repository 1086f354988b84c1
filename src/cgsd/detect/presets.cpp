#include "cgsd/detect/presets.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kMostByEigengap = 20;  // eigenpairs that a count costs

EncoderOptions paper_encoder() {
  return {.sheaf = {.heads = 2, .width = 64, .self_term = 1.0, .diffusion = 0.7, .residual = 0.3},
          .dropout = 0.3,
          .final_relu = false,
          .gain = 1.0,
          .assignment_gain = 1.0,
          .adam = {.learning_rate = 0.01, .l2 = 5e-4},
          .epochs = 30,
          .keep = KeptEmbedding::last,
          .modularity_weight = 1.0,
          .collapse_weight = 5.0,
          .reconstruction_weight = 1.0,
          .modularity = LossVariant::paper,
          .collapse = LossVariant::paper,
          .reconstruction = LossVariant::paper};
}

EncoderOptions authors_encoder() {
  EncoderOptions o = paper_encoder();
  o.sheaf = {.heads = 2, .width = 64, .self_term = 0.0, .diffusion = 0.5, .residual = 0.5};
  o.final_relu = true;
  o.gain = 1.414;
  o.adam.learning_rate = 0.005;
  o.keep = KeptEmbedding::best;
  o.modularity = o.collapse = o.reconstruction = LossVariant::authors;
  return o;
}

SpectralOptions cspec(EdgeChoice edge, SpectralWidth width) {
  return {.knn = {.neighbours = 10},
          .affinity = {CurvatureAffinityOptions{.edge = edge, .alpha = 1.0}},
          .spectrum = {},
          .spectral_width = width,
          .kmeans = {.restarts = 10}};
}

}  // namespace

DetectOptions preset_options(Preset preset) {
  DetectOptions options;
  switch (preset) {
    case Preset::standard:
      break;
    case Preset::paper:
      options.max_communities = kMostByEigengap;
      options.encoder =
          TrainedOptions{.attributes = AttributeSource::automatic, .curvature = {}, .encoder = paper_encoder()};
      options.rounding = cspec(EdgeChoice::nearest_edge, SpectralWidth::communities_less_one);
      break;
    case Preset::authors:
      options.max_communities = kMostByEigengap;
      options.directed = true;
      options.encoder =
          TrainedOptions{.attributes = AttributeSource::automatic, .curvature = {}, .encoder = authors_encoder()};
      options.rounding = cspec(EdgeChoice::same_edge, SpectralWidth::communities);
      break;
  }
  return options;
}

}  // namespace cgsd
