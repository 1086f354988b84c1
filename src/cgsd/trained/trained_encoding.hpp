// The paper's encoder: Algorithm 1 up to the embedding.
//
//   κ of every edge → the gate σ(κ) → two layers of sheaf diffusion → three losses, so many epochs → H
//
// Comes back: the embedding with the whole training (train.hpp), the curvature, and the attributes that were made if
// the graph had none (attributes/structural_attributes.hpp). `communities` is c, the columns of the soft assignment.
// Promises: those of train.hpp. Throws InvalidArgument if attributes are so large that the first loss is not finite.
// Cost: O(epochs · (nonzeros + m) · width).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cgsd/attributes/structural_attributes.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/trained/train.hpp"

namespace cgsd {

// The values are the paper's.
struct TrainedOptions {
  AttributeSource attributes = AttributeSource::automatic;
  CurvatureOptions curvature;
  EncoderOptions encoder;
};

inline void describe(OptionVisitor& v, TrainedOptions& o) {
  v.choice("attributes", o.attributes, "which attributes the encoder is given");
  v.group("curvature", o.curvature);
  describe(v, o.encoder);
}

struct TrainedEncoding {
  Attributes made_attributes;  // none unless they were made
  std::vector<double> curvature;
  Training<float> training;
};

// For checkpoints: where training begins if not at the start, and a function that sees the state after every epoch.
struct TrainingHooks {
  std::optional<TrainingState<float>> resume;
  std::function<void(const TrainingState<float>&)> after_epoch;
};

TrainedEncoding train_encoder(const AttributedGraphView& input, std::int32_t communities, const TrainedOptions& options,
                              const RunContext& run, TrainingHooks hooks = {});

}  // namespace cgsd
