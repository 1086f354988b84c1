// Element-wise and row-wise functions on the tape.
//
//   relu(a)                    max(0, a); NaN stays NaN, so that it reaches the loss and is noticed
//   leaky_relu(a, s)           a if a > 0, else s a
//   prelu(a, s)                the same with learned slopes s: one (1 × 1), or one per column (1 × cols)
//   elu(a, α)                  a if a > 0, else α (e^a − 1)
//   selu(a)                    λ elu(a, α) with the λ and α of Klambauer et al. 2017
//   sigmoid(a)                 1 / (1 + e^−a)
//   dropout(a, p, stream)      each element 0 with probability p, else divided by 1 − p; element (i, j) depends on
//                              stream, i and j only
//   row_softmax(a)             e^(a_ij − max_i) / Σ_j
//
// At a kink the slope is the one of the left side.
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var relu(Tape<T>& tape, Var a);
template <class T>
Var leaky_relu(Tape<T>& tape, Var a, double slope = 0.01);
template <class T>
Var prelu(Tape<T>& tape, Var a, Var slopes);
template <class T>
Var elu(Tape<T>& tape, Var a, double alpha = 1.0);
template <class T>
Var selu(Tape<T>& tape, Var a);
template <class T>
Var sigmoid(Tape<T>& tape, Var a);
template <class T>
Var dropout(Tape<T>& tape, Var a, double probability, RandomStream stream);
template <class T>
Var row_softmax(Tape<T>& tape, Var a);

}  // namespace cgsd
