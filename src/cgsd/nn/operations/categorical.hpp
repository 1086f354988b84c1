// Distributions over the columns, one per row, on the tape.
//
//   log_softmax(a)                    a_ij − log Σ_k e^(a_ik)
//   softmax_divergence(a, b)          mean over the rows of KL(softmax(a_i) ‖ softmax(b_i))
//   straight_through(a)               1 at the largest element of every row (the first of equals), else 0; the gradient
//                                     passes as if nothing had happened (Bengio et al. 2013)
//   gumbel_softmax(a, t, stream)      softmax((a_i + g_i) / t), t the temperature, g Gumbel noise that depends on
//                                     stream, row and column only; straight_through of it is a draw (Jang et al. 2017)
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var log_softmax(Tape<T>& tape, Var a);
template <class T>
Var softmax_divergence(Tape<T>& tape, Var a, Var b);
template <class T>
Var straight_through(Tape<T>& tape, Var a);
template <class T>
Var gumbel_softmax(Tape<T>& tape, Var a, double temperature, RandomStream stream);

}  // namespace cgsd
