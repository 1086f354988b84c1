#include "cgsd/detect/presets.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kDefault[] = {
    "directed=false",     "curvature.kind=forman",     "encoding=diffused",
    "knn.neighbours=30",  "affinity.kind=self_tuning", "affinity.gate=rank",
    "cut=smoothed",       "smoothing_steps=3",         "row_scaling=half",
    "kmeans.restarts=10",
};

constexpr std::string_view kPaper[] = {
    "directed=false",
    "curvature.kind=forman",
    "encoding=trained",
    "encoder.heads=2",
    "encoder.width=64",
    "encoder.self_term=1",
    "encoder.diffusion=0.7",
    "encoder.residual=0.3",
    "encoder.dropout=0.3",
    "encoder.final_relu=false",
    "encoder.gain=1",
    "encoder.assignment_gain=1",
    "encoder.adam.learning_rate=0.01",
    "encoder.adam.l2=5e-4",
    "encoder.epochs=30",
    "encoder.keep=last",
    "encoder.modularity_weight=1",
    "encoder.collapse_weight=5",
    "encoder.reconstruction_weight=1",
    "encoder.modularity=paper",
    "encoder.collapse=paper",
    "encoder.reconstruction=paper",
    "knn.neighbours=10",
    "affinity.kind=curvature",
    "affinity.edge=nearest_edge",
    "affinity.alpha=1",
    "spectral_width=c-1",
    "cut=cspec",
    "kmeans.restarts=10",
};

constexpr std::string_view kAuthors[] = {
    "directed=true",
    "curvature.kind=forman",
    "encoding=trained",
    "encoder.heads=2",
    "encoder.width=64",
    "encoder.self_term=0",
    "encoder.diffusion=0.5",
    "encoder.residual=0.5",
    "encoder.dropout=0.3",
    "encoder.final_relu=true",
    "encoder.gain=1.414",
    "encoder.assignment_gain=1",
    "encoder.adam.learning_rate=0.005",
    "encoder.adam.l2=5e-4",
    "encoder.epochs=30",
    "encoder.keep=best",
    "encoder.modularity_weight=1",
    "encoder.collapse_weight=5",
    "encoder.reconstruction_weight=1",
    "encoder.modularity=authors",
    "encoder.collapse=authors",
    "encoder.reconstruction=authors",
    "knn.neighbours=10",
    "affinity.kind=curvature",
    "affinity.edge=same_edge",
    "affinity.alpha=1",
    "spectral_width=c",
    "cut=cspec",
    "kmeans.restarts=10",
};

}  // namespace

std::span<const std::string_view> preset_settings(Preset preset) {
  switch (preset) {
    case Preset::standard:
      return kDefault;
    case Preset::paper:
      return kPaper;
    case Preset::authors:
      return kAuthors;
  }
  return {};
}

DetectOptions preset_options(Preset preset) {
  DetectOptions options;
  for (const std::string_view setting : preset_settings(preset)) set_option(options, setting);
  return options;
}

}  // namespace cgsd
