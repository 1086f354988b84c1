#include "cgsd/diffusion/walk_agreement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kColumns = 16;         // at a time
constexpr std::size_t kColumnsInDouble = 8;  // the same in double
constexpr NodeId kInDouble = 20'000;         // nodes up to which double costs nothing that counts
constexpr std::size_t kNodes = 4096;

// X_length. The first step has nothing to go back to: `before` is 0 there.
template <class T>
Matrix<T> sums_over_unweighted_walks(GraphView graph, Matrix<T> values, int length, const RunContext& run) {
  std::vector<T> away(graph.nodes());
  for (NodeId v = 0; v < graph.nodes(); ++v) away[v] = -static_cast<T>(graph.degree(v));
  Matrix<T> before(values.rows(), values.cols());
  for (int k = 0; k < length; ++k) {
    if (k == 2)
      for (T& factor : away) factor += T(1);
    RowFactors<T> factors{.neighbours = T(1), .own = {}, .before = away};
    if (k == 0) factors.before = T(0);
    neighbour_sums<T>(graph, values, before, factors, run);  // X_k+1 in the place of X_k−1
    std::swap(before, values);
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
  void add(const ReachedColumns<double>& from, std::size_t v, std::span<double> to) const {
    if (!odd_) {
      for (std::size_t j = 0; j < to.size(); ++j) to[j] -= value_[v] * from.row(v)[j];
      return;
    }
    for (EntryIndex i = graph_.offsets()[v]; i < graph_.offsets()[v + 1]; ++i) {
      const double* const row = from.row(graph_.targets()[i]);
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
  std::vector<GhostRoom<double>> rooms(static_cast<std::size_t>(length));
  std::vector<ReachedColumns<double>> reached;  // the same with the rows of ghosts
  for (int k = 1; k <= length; ++k) {
    terms.emplace_back(graph, k);
    reached.push_back(
        columns_with_ghosts(graph, MatrixView<double>(sums.back()), {0, values.cols()}, rooms[reached.size()], run));
    Matrix<double> next(values.rows(), values.cols());
    parallel_for(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        for (std::size_t j = 0; j < terms.size(); ++j) terms[j].add(reached[reached.size() - 1 - j], v, next.row(v));
      }
    });
    sums.push_back(std::move(next));
  }
  return std::move(sums.back());
}

template <class T>
Matrix<T> sums_over_walks(GraphView graph, const Matrix<T>& values, int length, const RunContext& run) {
  if constexpr (std::is_same_v<T, double>) {
    if (graph.weighted()) return sums_over_weighted_walks(graph, values, length, run);
  }
  return sums_over_unweighted_walks(graph, values, length, run);
}

// What some columns add to: Σ over walks of q_u·q_v, ‖Σ w_v q_v‖² and Σ w_v ‖q_v‖², w the walks that end in a node.
struct Sums {
  double products = 0.0;
  double mean = 0.0;
  double squares = 0.0;
};

// Σ_v of the three for every column
struct ColumnTotals {
  std::vector<double> mean{};
  double squares = 0.0;
  double products = 0.0;
  ColumnTotals& operator+=(const ColumnTotals& other) {
    mean.resize(std::max(mean.size(), other.mean.size()));
    for (std::size_t j = 0; j < other.mean.size(); ++j) mean[j] += other.mean[j];
    squares += other.squares;
    products += other.products;
    return *this;
  }
};

template <class T>
Sums sums_of(const Matrix<T>& q, const std::vector<double>& walks, const Matrix<T>& over_walks, const RunContext& run) {
  const auto totals = ordered_sum<ColumnTotals>(run, q.rows(), kNodes, [&](std::size_t begin, std::size_t end) {
    ColumnTotals part{.mean = std::vector<double>(q.cols(), 0.0)};
    for (std::size_t v = begin; v < end; ++v) {
      for (std::size_t j = 0; j < q.cols(); ++j) {
        const auto x = static_cast<double>(q(v, j));
        part.mean[j] += walks[v] * x;
        part.squares += walks[v] * x * x;
        part.products += x * static_cast<double>(over_walks(v, j));
      }
    }
    return part;
  });
  std::vector<double> all = {totals.products, totals.squares};
  all.insert(all.end(), totals.mean.begin(), totals.mean.end());
  sum_over_processes(run, all);
  Sums sums{.products = all[0], .mean = 0.0, .squares = all[1]};
  for (const double total : std::span(all).subspan(2)) sums.mean += total * total;
  return sums;
}

template <class T>
Matrix<T> some_columns(const Matrix<float>& m, std::size_t first, std::size_t last, const RunContext& run) {
  Matrix<T> out(m.rows(), last - first);
  parallel_for(run, m.rows(), kNodes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      for (std::size_t j = first; j < last; ++j) out(v, j - first) = static_cast<T>(m(v, j));
    }
  });
  return out;
}

// Of all columns, some at a time.
template <class T>
Sums sums_of_all(GraphView graph, const Matrix<float>& unit, const std::vector<double>& walks, int length,
                 const RunContext& run) {
  constexpr std::size_t kAtATime = sizeof(T) == sizeof(float) ? kColumns : kColumnsInDouble;
  Sums sums;
  for (std::size_t first = 0; first < unit.cols(); first += kAtATime) {
    const Matrix<T> q = some_columns<T>(unit, first, std::min(first + kAtATime, unit.cols()), run);
    const Sums part = sums_of<T>(q, walks, sums_over_walks<T>(graph, q, length, run), run);
    sums.products += part.products;
    sums.mean += part.mean;
    sums.squares += part.squares;
  }
  return sums;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

double walk_agreement(GraphView graph, const Matrix<float>& rows, int length, const RunContext& run) {
  assert(length >= 1);
  const std::size_t nodes = graph.nodes();
  const Matrix<double> ones(nodes, 1, std::vector<double>(nodes, 1.0));
  const Matrix<double> ending = sums_over_walks<double>(graph, ones, length, run);
  const std::vector<double> walks(ending.values().begin(), ending.values().end());
  const double all = sum_over_processes(run, sum_of(walks));
  if (all <= 0.0 || rows.cols() == 0) return 0.0;
  Matrix<float> unit = rows;
  scale_rows_to_unit_length(unit, run);
  const bool precisely = graph.weighted() || rows_of_all(run, nodes) <= kInDouble;
  const Sums sums = precisely ? sums_of_all<double>(graph, unit, walks, length, run)
                              : sums_of_all<float>(graph, unit, walks, length, run);
  const double by_chance = sums.mean / (all * all);
  const double variance = sums.squares / all - by_chance;
  if (variance <= kNoVariance) return 0.0;
  double shares = 0.0;
  for (const double count : walks) shares += count * count;
  shares = sum_over_processes(run, shares);
  return (sums.products / all - by_chance) / variance + shares / (all * all);
}

}  // namespace cgsd
