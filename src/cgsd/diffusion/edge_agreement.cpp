#include "cgsd/diffusion/edge_agreement.hpp"

#include <cmath>
#include <vector>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPanel = 512;

// What one weighting of the nodes needs: Σ w, Σ w q, Σ w ‖q‖², and Σ of the products asked about.
struct Moments {
  double weight = 0.0;
  Eigen::VectorXd mean{};
  double squares = 0.0;
  double products = 0.0;
  double weight_squares = 0.0;
  Moments& operator+=(const Moments& other) {
    weight += other.weight;
    weight_squares += other.weight_squares;
    mean = mean.size() == 0 ? other.mean : Eigen::VectorXd(mean + other.mean);
    squares += other.squares;
    products += other.products;
    return *this;
  }
};

double excess(const Moments& m) {
  if (m.weight <= 0.0) return 0.0;
  const double by_chance = (m.mean / m.weight).squaredNorm();
  const double variance = m.squares / m.weight - by_chance;
  if (variance <= kNoVariance) return 0.0;
  return (m.products / m.weight - by_chance) / variance + m.weight_squares / (m.weight * m.weight);
}

struct Square {
  Eigen::MatrixXd value{};
  Square& operator+=(const Square& other) {
    value = value.size() == 0 ? other.value : Eigen::MatrixXd(value + other.value);
    return *this;
  }
};

// (tr C)² / tr C², C the covariance of the rows
double effective_width(const Matrix<float>& q, const RunContext& run) {
  const Eigen::RowVectorXd mean = as_eigen(q).cast<double>().colwise().mean();
  const Eigen::MatrixXd c = ordered_sum<Square>(run, q.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
                              const Eigen::MatrixXd panel = row_panel(q, begin, end).cast<double>().rowwise() - mean;
                              return Square{panel.transpose() * panel};
                            }).value;
  return c.squaredNorm() > 0.0 ? c.trace() * c.trace() / c.squaredNorm() : 0.0;
}

// product(v): Σ of the products of row v with the rows it is compared with
template <class Product>
double excess_of(const Matrix<float>& q, const std::vector<double>& weight, Product&& product, const RunContext& run) {
  const auto moments = ordered_sum<Moments>(run, q.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    Moments part;
    part.mean.setZero(to_index(q.cols()));
    for (std::size_t v = begin; v < end; ++v) {
      const Eigen::VectorXd row = row_panel(q, v, v + 1).row(0).template cast<double>();
      part.weight += weight[v];
      part.weight_squares += weight[v] * weight[v];
      part.mean += weight[v] * row;
      part.squares += weight[v] * row.squaredNorm();
      part.products += product(v, row);
    }
    return part;
  });
  return excess(moments);
}

// Of two edges that end in v, each as the product of its weights: Σ_w w_vw (Σ_u w_wu − w_vw)
std::vector<double> paths_ending_in(GraphView graph, const std::vector<double>& strength) {
  std::vector<double> paths(graph.nodes(), 0.0);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (EntryIndex i = graph.row_begin(v); i < graph.row_end(v); ++i) {
      const double weight = graph.weighted() ? graph.weights()[i] : 1.0;
      paths[v] += weight * (strength[graph.targets()[i]] - weight);
    }
  }
  return paths;
}

}  // namespace

EdgeAgreement edge_agreement(GraphView graph, const Matrix<float>& rows, const RunContext& run) {
  if (graph.entries() == 0 || rows.cols() == 0) return {};
  Matrix<float> q = rows;
  scale_rows_to_unit_length(q, run);
  Matrix<float> around(q.rows(), q.cols());  // W q
  multiply(to_csr<float>(graph, entry_weights(graph)), q, around, true, run);
  const auto sum_around = [&](std::size_t v) {
    return Eigen::VectorXd(row_panel(around, v, v + 1).row(0).cast<double>());
  };
  const std::vector<double> strength = strengths(graph);
  const std::vector<double> squares = strengths(graph, 2);
  const std::vector<double> paths = paths_ending_in(graph, strength);
  const auto with_neighbours = [&](std::size_t v, const Eigen::VectorXd& row) { return row.dot(sum_around(v)); };
  // Σ over paths u–w–v of q_u·q_v, grouped by the middle: ‖Σ_u w_uw q_u‖² − Σ_u w_uw² ‖q_u‖²
  const auto across = [&](std::size_t w, const Eigen::VectorXd& row) {
    return sum_around(w).squaredNorm() - squares[w] * row.squaredNorm();
  };
  EdgeAgreement found{excess_of(q, strength, with_neighbours, run), excess_of(q, paths, across, run), 0.0, 0.0};
  found.significance = found.edges * std::sqrt(effective_edges(graph) * effective_width(q, run));
  return found;
}

}  // namespace cgsd
