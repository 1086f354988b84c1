#include "cgsd/diffusion/walk_agreement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kColumns = 8;  // at a time
constexpr std::size_t kNodes = 512;

// to ← A · from − (degree − back) · before, row by row
void take_step(GraphView graph, const Matrix<double>& from, const Matrix<double>& before, double back,
               Matrix<double>& to, const RunContext& run) {
  parallel_for(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const auto row = to.row(v);
      const double away = static_cast<double>(graph.degree(static_cast<NodeId>(v))) - back;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = -away * before(v, j);
      for (const NodeId u : graph.neighbours(static_cast<NodeId>(v))) {
        for (std::size_t j = 0; j < row.size(); ++j) row[j] += from(u, j);
      }
    }
  });
}

// X_length. The first step has nothing to go back to: before is 0 there.
Matrix<double> sums_over_unweighted_walks(GraphView graph, Matrix<double> values, int length, const RunContext& run) {
  Matrix<double> before(values.rows(), values.cols());
  Matrix<double> to(values.rows(), values.cols());
  for (int k = 0; k < length; ++k) {
    take_step(graph, values, before, k <= 1 ? 0.0 : 1.0, to, run);
    std::swap(before, values);
    std::swap(values, to);
  }
  return values;
}

// M_j of the header, W^(j) for an odd j and D_j for an even one, with its sign.
class WalkTerm {
 public:
  WalkTerm(GraphView graph, int power) : graph_(graph), odd_(power % 2 == 1) {
    if (!odd_) {
      value_ = strengths(graph, power);
      return;
    }
    for (const double weight : graph.weights()) value_.push_back(std::pow(weight, power));
  }

  // to += ±M_j from, row v
  void add(const Matrix<double>& from, std::size_t v, std::span<double> to) const {
    if (!odd_) {
      for (std::size_t j = 0; j < to.size(); ++j) to[j] -= value_[v] * from(v, j);
      return;
    }
    for (EntryIndex i = graph_.offsets()[v]; i < graph_.offsets()[v + 1]; ++i) {
      const auto row = from.row(graph_.targets()[i]);
      for (std::size_t j = 0; j < to.size(); ++j) to[j] += value_[i] * row[j];
    }
  }

 private:
  GraphView graph_;
  bool odd_;
  std::vector<double> value_;
};

Matrix<double> sums_over_weighted_walks(GraphView graph, const Matrix<double>& values, int length,
                                        const RunContext& run) {
  std::vector<WalkTerm> terms;
  std::vector<Matrix<double>> sums = {values};  // X_0, X_1, …
  for (int k = 1; k <= length; ++k) {
    terms.emplace_back(graph, k);
    Matrix<double> next(values.rows(), values.cols());
    parallel_for(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        for (std::size_t j = 0; j < terms.size(); ++j) terms[j].add(sums[sums.size() - 1 - j], v, next.row(v));
      }
    });
    sums.push_back(std::move(next));
  }
  return std::move(sums.back());
}

Matrix<double> sums_over_walks(GraphView graph, const Matrix<double>& values, int length, const RunContext& run) {
  return graph.weighted() ? sums_over_weighted_walks(graph, values, length, run)
                          : sums_over_unweighted_walks(graph, values, length, run);
}

template <class Term>
double sum_over_nodes(std::size_t nodes, const RunContext& run, Term&& term) {
  return ordered_sum<double>(run, nodes, kNodes, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t v = begin; v < end; ++v) sum += term(v);
    return sum;
  });
}

// What some columns add to: Σ over walks of q_u·q_v, ‖Σ w_v q_v‖² and Σ w_v ‖q_v‖², w the walks that end in a node.
struct Sums {
  double products = 0.0;
  double mean = 0.0;
  double squares = 0.0;
};

Sums sums_of(const Matrix<double>& q, const Matrix<double>& walks, const Matrix<double>& over_walks,
             const RunContext& run) {
  Sums sums;
  for (std::size_t j = 0; j < q.cols(); ++j) {
    const double total = sum_over_nodes(q.rows(), run, [&](std::size_t v) { return walks(v, 0) * q(v, j); });
    sums.mean += total * total;
    sums.squares += sum_over_nodes(q.rows(), run, [&](std::size_t v) { return walks(v, 0) * q(v, j) * q(v, j); });
    sums.products += sum_over_nodes(q.rows(), run, [&](std::size_t v) { return q(v, j) * over_walks(v, j); });
  }
  return sums;
}

Matrix<double> some_columns(const Matrix<float>& m, std::size_t first, std::size_t last) {
  Matrix<double> out(m.rows(), last - first);
  for (std::size_t v = 0; v < m.rows(); ++v) {
    for (std::size_t j = first; j < last; ++j) out(v, j - first) = static_cast<double>(m(v, j));
  }
  return out;
}

}  // namespace

double walk_agreement(GraphView graph, const Matrix<float>& rows, int length, const RunContext& run) {
  assert(length >= 1);
  const std::size_t nodes = graph.nodes();
  const Matrix<double> ones(nodes, 1, std::vector<double>(nodes, 1.0));
  const Matrix<double> walks = sums_over_walks(graph, ones, length, run);
  const double all = sum_over_nodes(nodes, run, [&](std::size_t v) { return walks(v, 0); });
  if (all <= 0.0 || rows.cols() == 0) return 0.0;
  Matrix<float> unit = rows;
  scale_rows_to_unit_length(unit, run);
  Sums sums;
  for (std::size_t first = 0; first < unit.cols(); first += kColumns) {
    const Matrix<double> q = some_columns(unit, first, std::min(first + kColumns, unit.cols()));
    const Sums part = sums_of(q, walks, sums_over_walks(graph, q, length, run), run);
    sums.products += part.products;
    sums.mean += part.mean;
    sums.squares += part.squares;
  }
  const double by_chance = sums.mean / (all * all);
  const double variance = sums.squares / all - by_chance;
  if (variance <= kNoVariance) return 0.0;
  const double shares = sum_over_nodes(nodes, run, [&](std::size_t v) { return walks(v, 0) * walks(v, 0); });
  return (sums.products / all - by_chance) / variance + shares / (all * all);
}

}  // namespace cgsd
