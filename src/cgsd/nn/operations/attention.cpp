#include "cgsd/nn/operations/attention.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodes = 64;  // fewer than elsewhere: rows have unequal numbers of entries

// Calls body(u, first, last) with the entries of every row u.
template <class Body>
void for_each_entry_row(const RunContext& run, const EntryPattern& pattern, Body&& body) {
  parallel_for(run, pattern.rows(), kNodes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) body(u, pattern.offsets[u], pattern.offsets[u + 1]);
  });
}

// Calls body(v, entries) with the entries of every column v.
template <class Body>
void for_each_entry_column(const RunContext& run, const EntryPattern& pattern, Body&& body) {
  const RowSelection& column = pattern.column;
  parallel_for(run, pattern.cols(), kNodes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      body(v, std::span(column.positions).subspan(column.offsets[v], column.offsets[v + 1] - column.offsets[v]));
    }
  });
}

// to ← softmax(to) down the rows [first, last) of one column
template <class T>
void softmax_of_entries(Matrix<T>& to, std::size_t first, std::size_t last, std::size_t head) {
  T largest = to(first, head);
  for (std::size_t p = first; p < last; ++p) largest = std::max(largest, to(p, head));
  T sum = 0;
  for (std::size_t p = first; p < last; ++p) sum += to(p, head) = std::exp(to(p, head) - largest);
  for (std::size_t p = first; p < last; ++p) to(p, head) /= sum;
}

// ∂score_p = slope(score_p) w_p (g_p − Σ_q g_q w_q), the sum over the entries q of p's row
template <class T, class Slope>
void softmax_flow(const EntryPattern& pattern, const Matrix<T>& w, const Matrix<T>& g, Slope&& slope, Matrix<T>& out,
                  const RunContext& run) {
  for_each_entry_row(run, pattern, [&](std::size_t u, std::size_t first, std::size_t last) {
    for (std::size_t h = 0; h < w.cols(); ++h) {
      T inner = 0;
      for (std::size_t p = first; p < last; ++p) inner += g(p, h) * w(p, h);
      for (std::size_t p = first; p < last; ++p) out(p, h) = slope(u, p, h) * w(p, h) * (g(p, h) - inner);
    }
  });
}

// gradient(own)_u += Σ over row u's entries, gradient(other)_v += Σ over column v's entries of flow
template <class T>
void deposit_scores(Tape<T>& tape, const EntryPattern& pattern, AttentionScores scores, const Matrix<T>& flow) {
  tape.deposit(scores.own, [&](Matrix<T>& gradient, bool fresh) {
    for_each_entry_row(tape.run(), pattern, [&](std::size_t u, std::size_t first, std::size_t last) {
      for (std::size_t h = 0; h < flow.cols(); ++h) {
        T sum = fresh ? T(0) : gradient(u, h);
        for (std::size_t p = first; p < last; ++p) sum += flow(p, h);
        gradient(u, h) = sum;
      }
    });
  });
  tape.deposit(scores.other, [&](Matrix<T>& gradient, bool fresh) {
    for_each_entry_column(tape.run(), pattern, [&](std::size_t v, std::span<const std::uint64_t> entries) {
      for (std::size_t h = 0; h < flow.cols(); ++h) {
        T sum = fresh ? T(0) : gradient(v, h);
        for (const std::uint64_t p : entries) sum += flow(p, h);
        gradient(v, h) = sum;
      }
    });
  });
}

// to_h += weights_h · from_h for every head h
template <class T>
void add_weighted_heads(std::span<T> to, std::span<const T> weights, std::span<const T> from) {
  const std::size_t width = to.size() / weights.size();
  for (std::size_t h = 0; h < weights.size(); ++h) {
    for (std::size_t j = h * width; j < (h + 1) * width; ++j) to[j] += weights[h] * from[j];
  }
}

}  // namespace

template <class T>
Var head_scores(Tape<T>& tape, Var values, Var vectors) {
  const Matrix<T>& x = tape.value(values);
  const Matrix<T>& a = tape.value(vectors);
  assert(x.cols() == a.rows() * a.cols());
  const std::size_t width = a.cols();
  const Var out = tape.make(x.rows(), a.rows(), {values, vectors});
  Matrix<T>& s = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t u) {
    for (std::size_t h = 0; h < a.rows(); ++h)
      s(u, h) = static_cast<T>(dot<T>(x.row(u).subspan(h * width, width), a.row(h)));
  });
  tape.on_backward(out, [&tape, &x, &a, values, vectors, out, width] {
    const Matrix<T>& g = tape.gradient(out);
    tape.deposit(values, [&](Matrix<T>& gradient, bool fresh) {
      for_each_row(tape.run(), gradient.rows(), [&](std::size_t u) {
        const auto to = gradient.row(u);
        if (fresh) std::fill(to.begin(), to.end(), T(0));
        add_weighted_heads<T>(to, g.row(u), a.values());
      });
    });
    if (!tape.needs_gradient(vectors)) return;
    const auto sums = ordered_column_sums(tape.run(), x.rows(), x.cols(), [&](std::size_t u, std::span<double> part) {
      for (std::size_t h = 0; h < g.cols(); ++h) {
        for (std::size_t j = h * width; j < (h + 1) * width; ++j)
          part[j] += static_cast<double>(g(u, h)) * static_cast<double>(x(u, j));
      }
    });
    deposit_numbers(tape, vectors, sums);
  });
  return out;
}

template <class T>
Var attention_weights(Tape<T>& tape, const EntryPattern& pattern, AttentionScores scores, double slope) {
  const Matrix<T>& own = tape.value(scores.own);
  const Matrix<T>& other = tape.value(scores.other);
  assert(own.rows() == pattern.rows() && other.rows() == pattern.cols() && own.cols() == other.cols());
  const Var out = tape.make(pattern.entries(), own.cols(), {scores.own, scores.other});
  Matrix<T>& w = tape.result(out);
  const T below = static_cast<T>(slope);
  for_each_entry_row(tape.run(), pattern, [&](std::size_t u, std::size_t first, std::size_t last) {
    if (first == last) return;
    for (std::size_t h = 0; h < w.cols(); ++h) {
      for (std::size_t p = first; p < last; ++p) {
        const T score = own(u, h) + other(pattern.column.rows[p], h);
        w(p, h) = score > T(0) ? score : below * score;
      }
      softmax_of_entries(w, first, last, h);
    }
  });
  tape.on_backward(out, [&tape, &pattern, &own, &other, scores, out, below] {
    const auto slope_at = [&](std::size_t u, std::size_t p, std::size_t h) {
      return own(u, h) + other(pattern.column.rows[p], h) > T(0) ? T(1) : below;
    };
    Matrix<T> flow = tape.take(pattern.entries(), own.cols());
    softmax_flow(pattern, tape.value(out), tape.gradient(out), slope_at, flow, tape.run());
    deposit_scores(tape, pattern, scores, flow);
    tape.give_back(std::move(flow));
  });
  return out;
}

template <class T>
Var attend(Tape<T>& tape, const EntryPattern& pattern, Var weights, Var values) {
  const Matrix<T>& w = tape.value(weights);
  const Matrix<T>& x = tape.value(values);
  assert(w.rows() == pattern.entries() && x.rows() == pattern.cols() && x.cols() % w.cols() == 0);
  const Var out = tape.make(pattern.rows(), x.cols(), {weights, values});
  Matrix<T>& y = tape.result(out);
  for_each_entry_row(tape.run(), pattern, [&](std::size_t u, std::size_t first, std::size_t last) {
    const auto to = y.row(u);
    std::fill(to.begin(), to.end(), T(0));
    for (std::size_t p = first; p < last; ++p) add_weighted_heads(to, w.row(p), x.row(pattern.column.rows[p]));
  });
  tape.on_backward(out, [&tape, &pattern, &w, &x, weights, values, out] {
    const Matrix<T>& g = tape.gradient(out);
    const std::size_t width = x.cols() / w.cols();
    deposit_elements(tape, weights, [&](std::size_t p, std::size_t h) {
      const auto from = x.row(pattern.column.rows[p]).subspan(h * width, width);
      return static_cast<T>(dot<T>(g.row(pattern.row_of[p]).subspan(h * width, width), from));
    });
    tape.deposit(values, [&](Matrix<T>& gradient, bool fresh) {
      for_each_entry_column(tape.run(), pattern, [&](std::size_t v, std::span<const std::uint64_t> entries) {
        const auto to = gradient.row(v);
        if (fresh) std::fill(to.begin(), to.end(), T(0));
        for (const std::uint64_t p : entries) add_weighted_heads(to, w.row(p), g.row(pattern.row_of[p]));
      });
    });
  });
  return out;
}

template <class T>
Var graph_attention(Tape<T>& tape, const EntryPattern& pattern, Var values, const AttentionLayer& layer) {
  const AttentionScores scores{head_scores(tape, values, layer.own), head_scores(tape, values, layer.other)};
  const Var weights = attention_weights(tape, pattern, scores, layer.slope);
  return attend(tape, pattern, dropout(tape, weights, layer.dropout, layer.stream), values);
}

#define CGSD_INSTANTIATE(T)                                                               \
  template Var head_scores(Tape<T>&, Var, Var);                                           \
  template Var attention_weights(Tape<T>&, const EntryPattern&, AttentionScores, double); \
  template Var attend(Tape<T>&, const EntryPattern&, Var, Var);                           \
  template Var graph_attention(Tape<T>&, const EntryPattern&, Var, const AttentionLayer&);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
