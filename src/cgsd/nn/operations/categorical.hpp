// Distributions over the columns, one per row, on the tape.
//
//   log_softmax(a)                    a_ij − log Σ_k e^(a_ik)
//   softmax_divergence(a, b)          mean over the rows of KL(softmax(a_i) ‖ softmax(b_i))
//   straight_through(a)               1 at the largest element of every row (the first of equals), else 0; the gradient
//                                     passes as if nothing had happened (Bengio et al. 2013)
//   gumbel_softmax(a, o, stream)      softmax((a_i + g_i) / temperature), g Gumbel noise that depends on stream,
//                                     row and column only; `hard`: its straight_through (Jang et al. 2017)
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

struct GumbelOptions {
  double temperature = 1.0;
  bool hard = true;
};

template <class T>
Var log_softmax(Tape<T>& tape, Var a);
template <class T>
Var softmax_divergence(Tape<T>& tape, Var a, Var b);
template <class T>
Var straight_through(Tape<T>& tape, Var a);
template <class T>
Var gumbel_softmax(Tape<T>& tape, Var a, const GumbelOptions& options, RandomStream stream);

}  // namespace cgsd
