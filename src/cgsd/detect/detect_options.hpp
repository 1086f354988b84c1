// What a run of the CGSD family is configured by: one encoder and one rounding. Options of the others do not exist.
//
//   encoder    diffusion (closed form, the default) | trained (the paper's)
//   rounding   smoothed (the default) | spectral (the paper's CSpec) | kmeans
//
// By text ("name=value"): `encoder` and `rounding` choose; options of an encoder stand in a group of its name
// ("diffusion.width", "trained.epochs"), those of a rounding stand alone ("knn.neighbours", "kmeans.restarts").
// The values here are those of the method `default`; those of the others are in presets.hpp.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/rounding/plain_kmeans.hpp"
#include "cgsd/rounding/smoothed.hpp"
#include "cgsd/rounding/spectral.hpp"
#include "cgsd/trained/trained_encoding.hpp"

namespace cgsd {

enum class Encoder { diffusion, trained };
constexpr auto enum_names(Encoder) {
  return std::array{EnumName<Encoder>{Encoder::diffusion, "diffusion", "sheaf diffusion in closed form"},
                    EnumName<Encoder>{Encoder::trained, "trained", "two layers, trained by structural losses"}};
}
using EncoderChoice = std::variant<DiffusionOptions, TrainedOptions>;

enum class Rounding { smoothed, spectral, kmeans };
constexpr auto enum_names(Rounding) {
  using R = Rounding;
  return std::array{EnumName<R>{R::smoothed, "smoothed", "K-means of the embedding smoothed over its k-NN graph"},
                    EnumName<R>{R::spectral, "spectral", "eigenvectors of the weighted k-NN graph (CSpec)"},
                    EnumName<R>{R::kmeans, "kmeans", "K-means of the embedding"}};
}
using RoundingChoice = std::variant<SmoothedOptions, SpectralOptions, PlainKmeansOptions>;

struct DetectOptions {
  std::int32_t communities = 0;  // 0: they are counted
  std::int32_t max_communities = 100;
  bool directed = false;
  EncoderChoice encoder;
  RoundingChoice rounding;
};

void describe(OptionVisitor& v, DetectOptions& o);
void describe_but_communities(OptionVisitor& v, DetectOptions& o);

// The options that a training depends on, with their values: everything before the embedding. If the communities are
// counted, all options, since the number of columns follows from the count.
std::vector<std::pair<std::string, OptionValue>> training_settings(const DetectOptions& options);

// Throws InvalidArgument for what detect() would refuse, before any work.
void check(const DetectOptions& options, const AttributedGraphView& input, const RunContext& run);

}  // namespace cgsd
