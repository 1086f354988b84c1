#include "cgsd/trained/trained_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

// Only if the very first loss is not finite has training nothing to go back to.
void check_finite(const Matrix<float>& embedding) {
  if (std::ranges::all_of(embedding.values(), [](float x) { return std::isfinite(x); })) return;
  throw InvalidArgument("attributes: values this large overflow in the encoder; scale them down");
}

}  // namespace

// Algorithm 1, lines 1 to 16: every line of it is one line here, in the same order.
TrainedEncoding train_encoder(const AttributedGraphView& input, std::int32_t communities, const TrainedOptions& options,
                              const RunContext& run, TrainingHooks hooks) {
  TrainedEncoding e;
  const AttributesView x = attributes_of(input, options.attributes, e.made_attributes, run.stage("attributes"));  // X
  e.curvature = edge_curvature(input.graph, options.curvature, run.stage("curvature"));  // κ_e = 4 − d_u − d_v
  const EncoderInput given{input.graph, x, e.curvature, communities};
  const Stage stage = run.stage("training");
  auto state =
      hooks.resume ? std::move(*hooks.resume) : initial_state<float>(given, options.encoder, stage);  // W ~ Xavier
  // For every epoch: H ← two layers gated by σ(κ), S ← softmax(H W_Z), the three losses, one step of Adam.
  e.training = train<float>(given, options.encoder, std::move(state), hooks.after_epoch, stage);
  check_finite(e.training.embedding);  // H
  return e;
}

}  // namespace cgsd
