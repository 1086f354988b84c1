// The two stages of a detection as the options choose them: encode, then round. Each result is of the encoder or the
// rounding that made it and carries its own evidence.
#pragma once

#include <span>
#include <variant>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/detect_options.hpp"

namespace cgsd {

using Encoded = std::variant<Diffusion, TrainedEncoding>;
using Rounded = std::variant<SmoothedRounding, SpectralRounding, PlainKmeansRounding>;

// `aim` is c mostly; the closed-form encoder also takes 0: not known yet.
Encoded encode(const AttributedGraphView& input, const EncoderChoice& encoder, const DiffusionAim& aim,
               const RunContext& run, TrainingHooks hooks = {});

Rounded round(const AttributedGraphView& input, const Encoded& encoded, std::int32_t communities,
              const RoundingChoice& rounding, const RunContext& run);

const Matrix<float>& embedding_of(const Encoded& encoded);
const KmeansResult& clustering_of(const Rounded& rounded);

// The curvature that an encoder has computed, else Forman's, put into `made`.
std::span<const double> curvature_of(const Encoded& encoded, const AttributedGraphView& input,
                                     std::vector<double>& made, const RunContext& run);

}  // namespace cgsd
