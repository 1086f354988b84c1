// The two layers and the losses of the encoder on the tape, with everything that stays the same from epoch to epoch.
//
//   hidden      Y  = relu(blend(X W1))
//   embedding   H  = [relu] blend(Y W2)
//   assignment  S  = softmax(H W_Z)
//
// Without the final ReLU everything after Y is linear, and blend(Y W2) W_Z = blend(Y (W2 W_Z)): the assignment is then
// made from the folded weights W2 W_Z, c columns instead of H d′, and training never forms H at all.
#pragma once

#include <optional>

#include "cgsd/core/context.hpp"
#include "cgsd/matrix/csr.hpp"
#include "cgsd/nn/tape.hpp"
#include "cgsd/trained/losses.hpp"
#include "cgsd/trained/train.hpp"

namespace cgsd {

template <class T>
class SheafEncoder {
 public:
  // Everything given must outlive the encoder.
  SheafEncoder(const EncoderInput& input, const EncoderOptions& options, const RunContext& run);
  SheafEncoder(const SheafEncoder&) = delete;
  SheafEncoder& operator=(const SheafEncoder&) = delete;

  struct Weights {
    Var layer1, layer2, projection;
  };
  Weights on_tape(Tape<T>& tape, const EncoderWeights<T>& weights) const;

  Var hidden(Tape<T>& tape, const Weights& weights) const;  // before dropout
  Var embedding(Tape<T>& tape, Var hidden, const Weights& weights) const;
  Var assignment(Tape<T>& tape, Var hidden, const Weights& weights) const;
  struct Outcome {
    Var embedding, assignment;
  };
  Outcome both(Tape<T>& tape, Var hidden, const Weights& weights) const;

  // The losses of an assignment; `total` is what to differentiate. The paper's reconstruction loss has no gradient and
  // is drawn anew in every epoch.
  LossRecord losses(Tape<T>& tape, Var assignment, std::int32_t epoch, std::optional<Var>& total) const;
  // w_mod · modularity + w_col · collapse: the criterion of keep = best
  double score(Tape<T>& tape, Var assignment) const;

 private:
  const EncoderOptions& options_;
  Gate<T> gate_;
  EntryIncidence incidence_;
  std::vector<double> openness_;
  LossInput loss_input_;
  RandomStream noise_;
  std::optional<SparseMatrix<T>> sparse_;  // the attributes, or
  Matrix<T> dense_;
};

}  // namespace cgsd
