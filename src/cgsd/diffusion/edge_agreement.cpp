#include "cgsd/diffusion/edge_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/column_sums.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/tall_products.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPanel = 4096;

// What one weighting of the nodes needs: Σ w, Σ w², Σ w q, Σ w ‖q‖², and Σ of the products asked about.
struct Moments {
  double weight = 0.0;
  double weight_squares = 0.0;
  double squares = 0.0;
  double products = 0.0;
  std::vector<double> mean{};

  void add(std::span<const float> q, double w, double square, double product) {
    weight += w;
    weight_squares += w * w;
    squares += w * square;
    products += product;
    mean.resize(q.size());
    for (std::size_t j = 0; j < q.size(); ++j) mean[j] += w * static_cast<double>(q[j]);
  }
  Moments& operator+=(const Moments& other) {
    weight += other.weight;
    weight_squares += other.weight_squares;
    squares += other.squares;
    products += other.products;
    mean.resize(std::max(mean.size(), other.mean.size()));
    for (std::size_t j = 0; j < other.mean.size(); ++j) mean[j] += other.mean[j];
    return *this;
  }
  void add_those_of_all_processes(const RunContext& run) {
    std::vector<double> all = {weight, weight_squares, squares, products};
    all.insert(all.end(), mean.begin(), mean.end());
    sum_over_processes(run, all);
    weight = all[0];
    weight_squares = all[1];
    squares = all[2];
    products = all[3];
    mean.assign(all.begin() + 4, all.end());
  }
};

// Over edges and over paths, gathered in one pass.
struct BothMoments {
  Moments edges;
  Moments paths;
  BothMoments& operator+=(const BothMoments& other) {
    edges += other.edges;
    paths += other.paths;
    return *this;
  }
};

double excess(const Moments& m) {
  if (m.weight <= 0.0) return 0.0;
  double by_chance = 0.0;
  for (const double sum : m.mean) by_chance += (sum / m.weight) * (sum / m.weight);
  const double variance = m.squares / m.weight - by_chance;
  if (variance <= kNoVariance) return 0.0;
  return (m.products / m.weight - by_chance) / variance + m.weight_squares / (m.weight * m.weight);
}

// (tr C)² / tr C², C the covariance of the rows
double effective_width(const Matrix<float>& q, const RunContext& run) {
  Matrix<double> c = column_products(q, q, run);
  const std::vector<double> sum = column_sums(q, run, [](double x) { return x; });
  const auto n = static_cast<double>(rows_of_all(run, q.rows()));
  double trace = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < c.rows(); ++i) {
    for (std::size_t j = 0; j < c.cols(); ++j) {
      c(i, j) -= sum[i] * sum[j] / n;
      squares += c(i, j) * c(i, j);
    }
    trace += c(i, i);
  }
  return squares > 0.0 ? trace * trace / squares : 0.0;
}

double product_of(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  return sum;
}

// Of two edges that end in v, each as the product of its weights: Σ_w w_vw (Σ_u w_wu − w_vw)
std::vector<double> paths_ending_in(GraphView graph, const std::vector<double>& own, const RunContext& run) {
  std::vector<double> room;
  const std::span<const double> strength = with_ghosts(graph, own, room, run);
  std::vector<double> paths(graph.nodes(), 0.0);
  parallel_for(run, graph.nodes(), kPanel, [&](std::size_t begin, std::size_t end) {
    for (auto v = static_cast<NodeId>(begin); v < end; ++v) {
      for (EntryIndex i = graph.row_begin(v); i < graph.row_end(v); ++i) {
        const double weight = graph.weighted() ? graph.weights()[i] : 1.0;
        paths[v] += weight * (strength[graph.targets()[i]] - weight);
      }
    }
  });
  return paths;
}

}  // namespace

EdgeAgreement edge_agreement(GraphView graph, const Matrix<float>& rows, const RunContext& run) {
  if (entries_of_all(graph, run) == 0 || rows.cols() == 0) return {};
  Matrix<float> q = rows;
  scale_rows_to_unit_length(q, run);
  Matrix<float> around(q.rows(), q.cols());  // W q
  neighbour_sums<float>(graph, q, around, {}, run);
  const std::vector<double> strength = strengths(graph);
  const std::vector<double> squares = strengths(graph, 2);
  const std::vector<double> paths = paths_ending_in(graph, strength, run);
  auto both = ordered_sum<BothMoments>(run, q.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    BothMoments part;
    for (std::size_t v = begin; v < end; ++v) {
      const double square = product_of(q.row(v), q.row(v));
      part.edges.add(q.row(v), strength[v], square, product_of(q.row(v), around.row(v)));
      // Σ over paths u–w–v of q_u·q_v, grouped by the middle: ‖Σ_u w_uw q_u‖² − Σ_u w_uw² ‖q_u‖²
      part.paths.add(q.row(v), paths[v], square, product_of(around.row(v), around.row(v)) - squares[v] * square);
    }
    return part;
  });
  both.edges.add_those_of_all_processes(run);
  both.paths.add_those_of_all_processes(run);
  EdgeAgreement found{excess(both.edges), excess(both.paths), 0.0, 0.0};
  found.significance = found.edges * std::sqrt(effective_edges(graph, run) * effective_width(q, run));
  return found;
}

}  // namespace cgsd
