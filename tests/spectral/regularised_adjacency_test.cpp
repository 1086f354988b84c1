#include "cgsd/spectral/regularised_adjacency.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// The complete graph on n nodes: degrees n − 1 = t, so N = (J − I) / (2 (n − 1)), eigenvalues ½ and −1 / (2 (n − 1)).
TEST(RegularisedAdjacency, HasTheSpectrumOfTheCompleteGraph) {
  const TopologySpectrum spectrum = topology_spectrum(testing::complete_graph(6), 3, RunContext());
  EXPECT_DOUBLE_EQ(spectrum.regulariser, 5.0);
  ASSERT_EQ(spectrum.values.size(), 3U);
  EXPECT_NEAR(spectrum.values[0], 0.5, 1e-12);
  EXPECT_NEAR(spectrum.values[1], -0.1, 1e-12);
  EXPECT_NEAR(spectrum.strengths[0], std::sqrt(5.0) / 2.0, 1e-12);
  EXPECT_EQ(spectrum.beyond_bulk, 1);
}

// A path of four nodes has ±1.618 and ±0.618 (golden ratio); whichever of a pair a solver gives first, the one above 0
// that belongs to the degrees leads.
TEST(RegularisedAdjacency, BeginsWithTheLargestOfAGraphOfTwoSides) {
  for (const NodeId nodes : {4U, 9U, 250U}) {
    const TopologySpectrum spectrum = topology_spectrum(testing::path_graph(nodes), 2, RunContext());
    ASSERT_EQ(spectrum.values.size(), 2U);
    EXPECT_GT(spectrum.values[0], 0.0);
    EXPECT_NEAR(spectrum.values[1], -spectrum.values[0], 1e-6);
    for (NodeId v = 0; v < nodes; ++v) EXPECT_GT(spectrum.vectors(v, 0) * spectrum.vectors(0, 0), 0.0);
  }
}

// All degrees of a ring are 2 = t, so that N has the eigenvalues 2 cos(2π j / n) / 4.
TEST(RegularisedAdjacency, HasAnAssortativeEnd) {
  const TopologySpectrum spectrum = assortative_spectrum(testing::cycle_graph(50), 5, RunContext());
  ASSERT_EQ(spectrum.values.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(spectrum.values[i], 0.5 * std::cos(2.0 * M_PI * static_cast<double>((i + 1) / 2) / 50.0), 1e-9);
}

// Twin: the signs of all eigenvalues of both Bethe Hessians, by a dense solver.
TEST(RegularisedAdjacency, CountsAsTheBetheHessianDoes) {
  for (const double heterophily : {0.1, 0.5, 0.95}) {
    const auto sbm = stochastic_block_model(
        {.nodes = 200, .communities = 4, .heterophily = heterophily, .mean_degree = 12.0}, RunContext({.seed = 5}));
    const Graph& graph = sbm.input.graph;
    const double t = mean_strength(graph, RunContext());
    const double r = std::sqrt(t + 1.0);
    const auto n = static_cast<Eigen::Index>(graph.nodes());
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) a(u, v) = 1.0;
    }
    const Eigen::MatrixXd diagonal = (a.rowwise().sum().array() + t).matrix().asDiagonal();
    const auto negatives = [&](double sign) {
      return (Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(diagonal - sign * r * a).eigenvalues().array() < 0.0)
          .count();
    };
    const TopologySpectrum spectrum = topology_spectrum(graph, 60, RunContext());
    const auto beyond = [&](bool below) {
      return std::ranges::count_if(spectrum.values,
                                   [&](double x) { return (x < 0.0) == below && r * std::abs(x) > 1.0; });
    };
    EXPECT_EQ(beyond(false), negatives(1.0)) << "h = " << heterophily;
    EXPECT_EQ(beyond(true), negatives(-1.0)) << "h = " << heterophily;
  }
}

TEST(RegularisedAdjacency, SeesCommunitiesOfEitherKind) {
  const auto count = [](double heterophily) {
    const auto sbm = stochastic_block_model(
        {.nodes = 400, .communities = 4, .heterophily = heterophily, .mean_degree = 30.0}, RunContext({.seed = 1}));
    return topology_spectrum(sbm.input.graph, 12, RunContext());
  };
  EXPECT_EQ(count(0.1).beyond_bulk, 4);
  EXPECT_EQ(count(0.1).disassortative, 0);
  EXPECT_EQ(count(0.97).beyond_bulk, 4);
  EXPECT_EQ(count(0.97).disassortative, 3);
  EXPECT_EQ(count(0.75).beyond_bulk, 1);  // edges fall anywhere: a random graph
}

// Twin: the dense matrix, strengths as row sums.
TEST(RegularisedAdjacency, CountsWeights) {
  const Graph graph = testing::random_graph(40, 0.3, 7, true);
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(40, 40);
  for (NodeId u = 0; u < 40; ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) w(u, graph.targets()[i]) = graph.weights()[i];
  }
  const double t = w.sum() / 40.0;
  const Eigen::VectorXd root = (w.rowwise().sum().array() + t).rsqrt();
  const Eigen::VectorXd values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(root.asDiagonal() * w * root.asDiagonal()).eigenvalues();
  const TopologySpectrum spectrum = topology_spectrum(graph, 3, RunContext());
  EXPECT_DOUBLE_EQ(spectrum.regulariser, t);
  EXPECT_NEAR(spectrum.degree, t * t / (w.array().square().sum() / 40.0), 1e-12);
  EXPECT_NEAR(spectrum.values[0], values.maxCoeff(), 1e-9);
  const double second = std::max(values(38), -values(0));
  EXPECT_NEAR(std::abs(spectrum.values[1]), second, 1e-9);
  EXPECT_NEAR(spectrum.strengths[1], std::sqrt(spectrum.degree) * second, 1e-9);
}

// A random graph, its edges weighted by two groups: weights decide, in any unit.
TEST(RegularisedAdjacency, SeesCommunitiesInTheWeightsAlone) {
  for (const double unit : {1.0, 1000.0}) {
    EntryList list = testing::random_entries(300, 0.15, 9);
    for (const Entry& e : list.entries)
      list.weights.push_back(unit * ((e.source < 150) == (e.target < 150) ? 3.0 : 1.0));
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    EXPECT_EQ(topology_spectrum(graph, 8, RunContext()).beyond_bulk, 2) << unit;
    list.weights.clear();
    EXPECT_EQ(topology_spectrum(build_graph(list, {}, RunContext()).graph, 8, RunContext()).beyond_bulk, 1);
  }
}

// Every second edge of planted communities: values as the solver finds them without help.
TEST(RegularisedAdjacency, OfAPartBeginsWithTheWhole) {
  SbmOptions planted{.nodes = 20'500, .communities = 4, .heterophily = 0.1, .mean_degree = 24.0};
  planted.attributes = AttributeKind::none;
  const Dataset data = stochastic_block_model(planted, RunContext());
  const GraphView graph = data.input.graph;
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (const NodeId v : graph.neighbours(u))
      if (u < v && (u + v) % 2 == 0) list.entries.push_back({u, v});
  const Graph part = build_graph(list, {}, RunContext()).graph;
  const TopologySpectrum whole = topology_spectrum(graph, 17, RunContext());
  const TopologySpectrum expected = topology_spectrum(part, 17, RunContext());
  const TopologySpectrum found = topology_spectrum_of_part(part, 17, whole, RunContext());
  ASSERT_EQ(found.values.size(), expected.values.size());
  EXPECT_EQ(found.beyond_bulk, expected.beyond_bulk);
  for (std::size_t j = 0; j < found.values.size(); ++j) {
    EXPECT_NEAR(found.values[j], expected.values[j], 1e-4);
    EXPECT_LT(found.residuals[j], 1e-3);
  }
  EXPECT_EQ(topology_spectrum_of_part(testing::complete_graph(6), 3, whole, RunContext()).values,
            topology_spectrum(testing::complete_graph(6), 3, RunContext()).values);
}

TEST(RegularisedAdjacency, OfNothingIsNothing) {
  EXPECT_TRUE(topology_spectrum(testing::graph_of(3, {}), 4, RunContext()).values.empty());
  EXPECT_EQ(topology_spectrum(testing::graph_of(3, {}), 4, RunContext()).vectors.rows(), 3U);
  EXPECT_TRUE(topology_spectrum(testing::graph_of(0, {}), 4, RunContext()).values.empty());
}

TEST(RegularisedAdjacency, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(1300, 0.01, 2);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return topology_spectrum(graph, 5, run).vectors; });
}

}  // namespace
}  // namespace cgsd
