#include "cgsd/diffusion/topology_view.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Dataset planted(double heterophily, double mean_degree, NodeId nodes = 240) {
  return stochastic_block_model({.nodes = nodes,
                                 .communities = 4,
                                 .heterophily = heterophily,
                                 .mean_degree = mean_degree,
                                 .attributes = AttributeKind::none},
                                RunContext({.seed = 3}));
}

// The communities, one column each, and noise.
Matrix<float> noisy_classes(const Dataset& data, float noise) {
  Matrix<float> z = testing::random_matrix<float>(data.labels.class_of.size(), 5, 4);
  for (std::size_t v = 0; v < z.rows(); ++v) {
    for (float& x : z.row(v)) x *= noise;
    z(v, static_cast<std::size_t>(data.labels.class_of[v])) += 1.0f;
  }
  return z;
}

// N with t = the mean degree, written out.
MatrixXd regularised(const Graph& graph) {
  const auto n = static_cast<Index>(graph.nodes());
  const double t = static_cast<double>(graph.entries()) / static_cast<double>(n);
  MatrixXd m = MatrixXd::Zero(n, n);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      m(u, v) =
          1.0 / std::sqrt((static_cast<double>(graph.degree(u)) + t) * (static_cast<double>(graph.degree(v)) + t));
    }
  }
  return m;
}

struct DenseView {
  MatrixXd coordinates;
  std::vector<double> values, weights;
};

// κ by the quadratic equation of θ.
double dense_clarity(double y) {
  const double theta = (2.0 * y + std::sqrt(4.0 * y * y - 4.0)) / 2.0;
  return y <= 1.0 ? 0.0 : 1.0 - std::pow(theta, -2.0);
}

// R_j by the pseudo-inverse of the centred stalks; `clarity` of every column.
VectorXd dense_confirmation(const MatrixXd& v, const VectorXd& clarity, const ConfirmingAttributes& attributes) {
  if (attributes.stalks.cols() == 0) return VectorXd::Ones(v.cols());
  const auto n = static_cast<double>(v.rows());
  const auto r = static_cast<double>(attributes.stalks.cols());
  MatrixXd z(v.rows(), static_cast<Index>(attributes.stalks.cols()));
  for (Index i = 0; i < z.rows(); ++i) {
    for (Index j = 0; j < z.cols(); ++j)
      z(i, j) = static_cast<double>(attributes.stalks(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  }
  z.rowwise() -= z.colwise().mean().eval();
  const MatrixXd fitted = z * z.completeOrthogonalDecomposition().pseudoInverse() * v;
  const double epsilon = 3.0 * std::sqrt(2.0 * r) / n;
  VectorXd out(v.cols());
  for (Index j = 0; j < v.cols(); ++j) {
    const double share = std::clamp((fitted.col(j).squaredNorm() - r / n) / (1.0 - r / n), 0.0, 1.0);
    out(j) = std::min(1.0, (share + epsilon) / (attributes.overlap * clarity(j) + epsilon));
    if (share < epsilon && out(j) < 0.2) out(j) = 0.0;
  }
  return out;
}

void normalise_rows(MatrixXd& rows) {
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i).normalize();
}

// S of the header over the first of these.
double beyond_bulk(const std::vector<Index>& order, const VectorXd& values, double scale, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
    sum += std::max(0.0, std::pow(scale * values(order[i]), 2.0) - 1.0);
  return sum;
}

MatrixXd centred_units(MatrixXd v) {
  v.rowwise() -= v.colwise().mean().eval();
  v.colwise().normalize();
  return v;
}

// The slow twin: the header's formulas on all eigenpairs of N, `alone` given.
DenseView dense_view(const Graph& graph, const ConfirmingAttributes& attributes, bool alone) {
  const MatrixXd n_matrix = regularised(graph);
  const auto n = static_cast<double>(graph.nodes());
  const double t = static_cast<double>(graph.entries()) / n;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(n_matrix);
  std::vector<Index> order(static_cast<std::size_t>(n_matrix.rows()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return std::abs(solver.eigenvalues()(a)) > std::abs(solver.eigenvalues()(b)); });
  order.erase(order.begin());
  const double scale = std::sqrt(t / (1.0 - t / n));
  const auto needed = alone ? static_cast<std::size_t>(attributes.communities - 1) : 0;
  std::vector<Index> joined;
  std::ranges::copy_if(order, std::back_inserter(joined), [&](Index j) { return solver.eigenvalues()(j) > 0.0; });
  const double either = beyond_bulk(order, solver.eigenvalues(), scale, needed);
  if (alone && beyond_bulk(joined, solver.eigenvalues(), scale, needed) >= either / 2.0) order = joined;
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i < needed || scale * std::abs(solver.eigenvalues()(order[i])) > 1.0) chosen.push_back(order[i]);
  }
  const MatrixXd v = centred_units(solver.eigenvectors()(Eigen::all, chosen));
  const VectorXd lambda = solver.eigenvalues()(chosen);
  const VectorXd clarity =
      lambda.unaryExpr([&](double value) { return alone ? 1.0 : dense_clarity(scale * std::abs(value)); });
  const VectorXd r = dense_confirmation(v, clarity, attributes);
  MatrixXd rows = v;
  DenseView out;
  for (Index j = 0; j < v.cols(); ++j) {
    const double kurtosis = n * v.col(j).array().pow(4).sum();
    out.weights.push_back(r(j) * std::sqrt(clarity(j) * std::min(1.0, 3.0 / kurtosis)));
    out.values.push_back(lambda(j));
    rows.col(j) *= std::sqrt(n) * std::max(0.5, std::pow(attributes.communities - 1.0, -0.5)) * out.weights.back();
  }
  const double size = std::sqrt(rows.squaredNorm() / n);
  MatrixXd said = rows;
  for (int round = 0; round < 2; ++round) {
    normalise_rows(said);
    said = n_matrix * said * lambda.array().sign().matrix().asDiagonal();
    normalise_rows(said);
  }
  const double share = alone ? 0.0 : attributes.overlap;
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) *= std::min(1.0, 3.0 * size / rows.row(i).norm());
  out.coordinates = (1.0 - share) * size * said + share * rows;
  return out;
}

// An eigenvector may point either way.
void expect_dense_view(const TopologyView& view, const DenseView& expected) {
  ASSERT_EQ(view.coordinates.cols(), static_cast<std::size_t>(expected.coordinates.cols()));
  ASSERT_GT(view.coordinates.cols(), 0u);
  for (std::size_t j = 0; j < view.coordinates.cols(); ++j) {
    EXPECT_NEAR(view.values[j], expected.values[j], 1e-8);
    EXPECT_NEAR(view.weights[j], expected.weights[j], 1e-5);
    VectorXd column(expected.coordinates.rows());
    for (Index i = 0; i < column.size(); ++i)
      column(i) = static_cast<double>(view.coordinates(static_cast<std::size_t>(i), j));
    const VectorXd& other = expected.coordinates.col(static_cast<Index>(j));
    EXPECT_LT(std::min((column - other).cwiseAbs().maxCoeff(), (column + other).cwiseAbs().maxCoeff()), 1e-4) << j;
  }
}

TopologyView view_of(const Graph& graph, const ConfirmingAttributes& attributes) {
  return topology_view(graph, attributes, {}, RunContext());
}

const Matrix<float> kNone(240, 0);

TEST(TopologyView, WithoutAttributesIsTheDenseFormula) {
  for (const double heterophily : {0.1, 0.95}) {
    const Dataset data = planted(heterophily, 20.0);
    const ConfirmingAttributes none{.stalks = kNone, .overlap = 0.0, .communities = 4, .signals = 0};
    const TopologyView view = view_of(data.input.graph, none);
    EXPECT_TRUE(view.alone);
    EXPECT_EQ(view.assortative, heterophily < 0.5);
    expect_dense_view(view, dense_view(data.input.graph, none, true));
  }
}

// Grids, rings, paths and trees have two sides, and −λ beside every λ: the sides are no communities.
TEST(TopologyView, DoesNotTwoColourGraphsOfTwoSides) {
  const Graph ring = testing::cycle_graph(200);
  const Matrix<float> none(200, 0);
  for (std::int32_t communities = 2; communities <= 8; ++communities) {
    const TopologyView view = view_of(ring, {.stalks = none, .communities = communities});
    EXPECT_TRUE(view.assortative);
    ASSERT_EQ(view.values.size(), static_cast<std::size_t>(communities - 1));
    // The eigenvalues of a ring are 2 cos(2π j / n), each but the first and the last twice; N divides them by 4.
    for (std::size_t j = 0; j < view.values.size(); ++j)
      EXPECT_NEAR(view.values[j], 0.5 * std::cos(2.0 * M_PI * static_cast<double>(j / 2 + 1) / 200.0), 1e-6);
  }
}

// All edges between two sides: these are communities, as far as edges can tell.
TEST(TopologyView, TwoColoursADenseGraphOfTwoSides) {
  EntryList list{.nodes = 60, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 30; ++u)
    for (NodeId v = 30; v < 60; ++v) list.entries.push_back({u, v});
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  const Matrix<float> none(60, 0);
  const TopologyView view = view_of(graph, {.stalks = none, .communities = 2});
  EXPECT_TRUE(view.alone);
  EXPECT_FALSE(view.assortative);
  ASSERT_EQ(view.values.size(), 1u);
  EXPECT_NEAR(view.values[0], -0.5, 1e-9);  // ±30 / (30 + 30)
  for (NodeId u = 1; u < 30; ++u) EXPECT_GT(view.coordinates(u, 0) * view.coordinates(0, 0), 0.0F);
  for (NodeId v = 30; v < 60; ++v) EXPECT_LT(view.coordinates(v, 0) * view.coordinates(0, 0), 0.0F);
}

TEST(TopologyView, BesideAttributesIsTheDenseFormula) {
  const Dataset data = planted(0.2, 20.0);
  const Matrix<float> stalks = noisy_classes(data, 0.8f);
  for (const double overlap : {0.3, 0.9}) {
    const ConfirmingAttributes attributes{.stalks = stalks, .overlap = overlap, .communities = 4, .signals = 3};
    const TopologyView view = view_of(data.input.graph, attributes);
    EXPECT_FALSE(view.alone);
    EXPECT_FALSE(view.unconfirmed);
    expect_dense_view(view, dense_view(data.input.graph, attributes, false));
  }
}

// Attributes that are noise do not stand in the way: R = 1 for every eigenvector, and c − 1 are taken.
TEST(TopologyView, StandsAloneWhereAttributesAreNoise) {
  const Dataset data = planted(0.3, 12.0);
  const Matrix<float> noise = testing::random_matrix<float>(240, 5, 9);
  const ConfirmingAttributes attributes{.stalks = noise, .overlap = 0.0, .communities = 4, .signals = 0};
  const TopologyView view = view_of(data.input.graph, attributes);
  EXPECT_TRUE(view.alone);
  EXPECT_GE(view.beyond_bulk, 3);
  expect_dense_view(view, dense_view(data.input.graph, attributes, true));
}

// A random graph: no eigenvector is beyond the bulk, so noisy attributes do not bring any in.
TEST(TopologyView, OfARandomGraphIsNothingBesideAttributes) {
  const Dataset data = planted(0.75, 20.0);
  const Matrix<float> stalks = noisy_classes(data, 0.5f);
  const TopologyView view =
      view_of(data.input.graph, {.stalks = stalks, .overlap = 0.5, .communities = 4, .signals = 3});
  EXPECT_EQ(view.beyond_bulk, 0);
  EXPECT_EQ(view.coordinates.cols(), 0u);
  EXPECT_EQ(view.coordinates.rows(), 240u);
  const TopologyView alone =
      view_of(data.input.graph, {.stalks = kNone, .overlap = 0.0, .communities = 4, .signals = 0});
  EXPECT_EQ(alone.beyond_bulk, 3) << "without attributes c − 1 are taken all the same";
}

// Good attributes of another partition: three eigenvectors beyond the bulk that they do not confirm.
TEST(TopologyView, TakesTheClearerOfTwoPartitions) {
  const Dataset data = planted(0.1, 30.0);
  Dataset other = data;
  std::ranges::reverse(other.labels.class_of);
  const Matrix<float> stalks = noisy_classes(other, 0.3f);
  const auto judged = [&](double overlap, std::size_t signals, std::int32_t communities) {
    return view_of(data.input.graph,
                   {.stalks = stalks, .overlap = overlap, .communities = communities, .signals = signals});
  };
  const double clarity = judged(0.5, 3, 4).clarity;
  ASSERT_GT(clarity, 0.6);
  ASSERT_LT(clarity, 0.99);
  EXPECT_TRUE(judged(clarity - 0.05, 3, 4).unconfirmed);
  EXPECT_TRUE(judged(clarity - 0.05, 3, 4).alone) << "the edges show theirs more clearly";
  EXPECT_TRUE(judged(clarity + 0.005, 3, 4).unconfirmed);
  EXPECT_FALSE(judged(clarity + 0.005, 3, 4).alone) << "the attributes do";
  EXPECT_TRUE(judged(clarity + 0.005, 1, 4).alone) << "one direction is not what four communities make";
  EXPECT_FALSE(judged(clarity - 0.05, 3, 5).unconfirmed) << "three eigenvectors are not what five communities make";
  EXPECT_FALSE(judged(clarity - 0.05, 3, 0).unconfirmed) << "nor is anything known where c is not";
}

// One partition, of which the attributes tell little: the edges' signal to noise is to be twice that of the attributes.
TEST(TopologyView, DecidesIfAttributesConfirmItAndShowFarLess) {
  const Dataset data = planted(0.2, 25.0);
  const Matrix<float> stalks = noisy_classes(data, 0.3f);
  const auto decides = [&](double overlap, std::int32_t communities) {
    const TopologyView view =
        view_of(data.input.graph, {.stalks = stalks, .overlap = overlap, .communities = communities, .signals = 3});
    EXPECT_FALSE(view.alone);
    return view.decides;
  };
  const double clarity =
      view_of(data.input.graph, {.stalks = stalks, .overlap = 0.3, .communities = 4, .signals = 3}).clarity;
  const double half_the_odds = clarity / (2.0 - clarity);  // o with o / (1 − o) = κ / (1 − κ) / 2
  EXPECT_TRUE(decides(0.2, 4));
  EXPECT_TRUE(decides(half_the_odds - 0.01, 4));
  EXPECT_FALSE(decides(half_the_odds + 0.01, 4));
  EXPECT_FALSE(decides(0.2, 5)) << "three eigenvectors are not what five communities make";
  EXPECT_FALSE(decides(0.2, 0)) << "nor is anything known if c is not";
}

TEST(TopologyView, DoesNotDecideIfAttributesConfirmNothing) {
  const Dataset data = planted(0.1, 30.0);
  Dataset other = data;
  std::ranges::reverse(other.labels.class_of);
  const Matrix<float> stalks = noisy_classes(other, 0.3f);
  EXPECT_FALSE(view_of(data.input.graph, {.stalks = stalks, .overlap = 0.1, .communities = 4, .signals = 3}).decides);
}

// 1 − 1/θ², θ + 1/θ = 2 y: for y = 1 it is 0, for y = 5/4 (θ = 2) it is 3/4. Here from the eigenvalues found.
TEST(TopologyView, SaysHowClearlyCommunitiesShow) {
  const Dataset data = planted(0.2, 25.0);
  const Graph& graph = data.input.graph;
  const TopologyView view = view_of(graph, {.stalks = kNone, .overlap = 0.0, .communities = 4, .signals = 0});
  const double t = static_cast<double>(graph.entries()) / 240.0;
  double sum = 0.0;
  for (const double lambda : view.values) {
    const double y = std::sqrt(t / (1.0 - t / 240.0)) * std::abs(lambda);
    double theta = 1.0;  // by bisection of θ + 1/θ = 2 y on [1, 2 y]
    for (double low = 1.0, high = 2.0 * y; high - low > 1e-13;) {
      theta = 0.5 * (low + high);
      (theta + 1.0 / theta < 2.0 * y ? low : high) = theta;
    }
    sum += 1.0 - 1.0 / (theta * theta);
  }
  EXPECT_NEAR(view.clarity, sum / static_cast<double>(view.values.size()), 1e-9);
}

TEST(TopologyView, IsNothingForTinySparseAndEmptyGraphs) {
  const Matrix<float> one_column(6, 1, {1, 2, 3, 4, 5, 6});
  const ConfirmingAttributes attributes{.stalks = one_column, .overlap = 0.5, .communities = 2, .signals = 1};
  EXPECT_EQ(view_of(testing::cycle_graph(6), attributes).coordinates.cols(), 0u) << "mean degree 2 beside attributes";
  const Matrix<float> none3(3, 0);
  EXPECT_EQ(view_of(testing::complete_graph(3), {.stalks = none3, .communities = 2}).coordinates.cols(), 0u);
  const Matrix<float> none6(6, 0);
  EXPECT_EQ(view_of(testing::graph_of(6, {}), {.stalks = none6, .communities = 2}).coordinates.cols(), 0u);
  EXPECT_GT(view_of(testing::cycle_graph(6), {.stalks = none6, .communities = 2}).coordinates.cols(), 0u);
  EXPECT_EQ(topology_view(testing::cycle_graph(6), {.stalks = none6, .communities = 2}, {.pairs = 0}, RunContext())
                .coordinates.cols(),
            0u);
}

// Twice the weight, twice the coordinates.
TEST(TopologyView, IsScaledByItsWeight) {
  const Graph graph = planted(0.1, 20.0).input.graph;
  const ConfirmingAttributes none{.stalks = kNone, .overlap = 0.0, .communities = 4, .signals = 0};
  const Matrix<float> once = topology_view(graph, none, {.pairs = 16, .weight = 0.5}, RunContext()).coordinates;
  const Matrix<float> twice = topology_view(graph, none, {.pairs = 16, .weight = 1.0}, RunContext()).coordinates;
  ASSERT_FALSE(once.values().empty());
  for (std::size_t i = 0; i < once.values().size(); ++i) ASSERT_NEAR(twice.values()[i], 2.0f * once.values()[i], 1e-5f);
}

TEST(TopologyView, HasTheSameBitsAtAnyThreadCount) {
  const Dataset data = planted(0.2, 12.0, 1500);
  const Matrix<float> stalks = noisy_classes(data, 0.8f);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return topology_view(data.input.graph, {.stalks = stalks, .overlap = 0.4, .communities = 4, .signals = 3}, {}, run)
        .coordinates;
  });
}

Graph with_node(const Graph& graph, std::span<const NodeId> neighbours) {
  EntryList list{.nodes = graph.nodes() + 1, .entries = {}, .weights = {}};
  for (NodeId s = 0; s < graph.nodes(); ++s) {
    for (const NodeId t : graph.neighbours(s)) list.entries.push_back({s, t});
  }
  for (const NodeId t : neighbours) list.entries.push_back({graph.nodes(), t});
  return build_graph(list, {}, RunContext()).graph;
}

// A copy of a node has the node's neighbours, so N v = λ v gives it the node's value, but for the degrees it adds to.
TEST(ContinuedCoordinates, OfACopyAreThoseOfTheOriginal) {
  const Graph graph = planted(0.1, 60.0, 600).input.graph;
  const Matrix<float> none(600, 0);
  const TopologyView view = view_of(graph, {.stalks = none, .overlap = 0.0, .communities = 4, .signals = 0});
  ASSERT_EQ(view.coordinates.cols(), 3u);
  for (NodeId u = 0; u < 600; u += 60) {
    const auto row =
        continued_coordinates(view.basis, view.values, with_node(graph, graph.neighbours(u)), RunContext());
    ASSERT_EQ(row.rows(), 1u);
    ASSERT_EQ(row.cols(), 3u);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(row(0, j), view.coordinates(u, j), 0.02 * view.basis.root_mean_square);
    }
  }
}

// (v + m)_new = 0 without edges: what is left is −m, in the share that eigenvectors have.
TEST(ContinuedCoordinates, WithoutEdgesAreThoseOfAnIsolatedNode) {
  const Dataset data = planted(0.1, 60.0, 600);
  const Matrix<float> stalks = noisy_classes(data, 0.5f);
  const TopologyView view =
      view_of(data.input.graph, {.stalks = stalks, .overlap = 0.5, .communities = 4, .signals = 3});
  const auto row = continued_coordinates(view.basis, view.values, with_node(data.input.graph, {}), RunContext());
  ASSERT_EQ(row.cols(), 3u);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(row(0, j), -0.5 * view.basis.offset[j], 1e-6);
}

TEST(ContinuedCoordinates, OfNoNewNodesAreNone) {
  const Graph graph = planted(0.1, 20.0).input.graph;
  const TopologyView view = view_of(graph, {.stalks = kNone, .overlap = 0.0, .communities = 4, .signals = 0});
  EXPECT_EQ(continued_coordinates(view.basis, view.values, graph, RunContext()).rows(), 0u);
}

}  // namespace
}  // namespace cgsd
