// Graph attention (Veličković et al. 2018) on the tape, H heads side by side: values are n × (H d).
//
//   head_scores(x, a)                 n × H        x_u,h · a_h for every node and head; a is H × d
//   attention_weights(p, s, slope)    entries × H  softmax over row u's entries of x or slope · x, whichever is larger,
//                                              x = s.own_u + s.other_v
//   attend(p, w, x)                   n × (H d)    Σ over row u's entries of w_uv,h x_v,h
//   graph_attention(p, x, layer)      n × (H d)    the three in a row, with dropout on the weights
//
// A row without entries gets 0. Memory O(entries H + n H d).
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/entry_pattern.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

struct AttentionScores {
  Var own;    // n × H: of the node that gathers
  Var other;  // n × H: of the node gathered from
};

struct AttentionLayer {
  Var own;    // H × d
  Var other;  // H × d
  double slope = 0.2;
  double dropout = 0.0;
  RandomStream stream{0};  // of the dropout
};

template <class T>
Var head_scores(Tape<T>& tape, Var values, Var vectors);
// The pattern must outlive the record.
template <class T>
Var attention_weights(Tape<T>& tape, const EntryPattern& pattern, AttentionScores scores, double slope = 0.2);
template <class T>
Var attend(Tape<T>& tape, const EntryPattern& pattern, Var weights, Var values);
template <class T>
Var graph_attention(Tape<T>& tape, const EntryPattern& pattern, Var values, const AttentionLayer& layer);

}  // namespace cgsd
