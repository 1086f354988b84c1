// The default preset from end to end.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/cut_quality.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/stop_at.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

DetectOptions with(std::int32_t communities) {
  DetectOptions options;
  options.communities = communities;
  return options;
}

Detection detected(const AttributedGraph& input, std::int32_t communities) {
  return detect(input, with(communities), RunContext());
}

double score(const Dataset& data, std::int32_t communities) {
  return nmi(contingency(data.labels.class_of, detected(data.input, communities).communities().community_of));
}

// The sweep of the paper: attributes and edges fade together. At h = .80 the graph is random; at .90 it is
// disassortative and attributes are noise.
TEST(DefaultPreset, SolvesTheSweepOfThePaper) {
  const auto at = [](double heterophily) {
    SbmOptions options;
    options.heterophily = heterophily;
    return score(stochastic_block_model(options, RunContext({.seed = 17})), 5);
  };
  for (const double h : {0.05, 0.20, 0.35, 0.50}) EXPECT_GE(at(h), 0.95) << "h = " << h;
  EXPECT_GE(at(0.65), 0.90);
  EXPECT_GE(at(0.90), 0.90);
}

TEST(DefaultPreset, FindsWordsWhateverTheEdgesSay) {
  for (const double h : {0.1, 0.9}) {
    const Dataset data = stochastic_block_model({.nodes = 500,
                                                 .communities = 4,
                                                 .heterophily = h,
                                                 .mean_degree = 6.0,
                                                 .attributes = AttributeKind::words,
                                                 .dimensions = 400,
                                                 .coupling = Coupling::independent,
                                                 .signal = 0.6},
                                                RunContext({.seed = 3}));
    EXPECT_GT(score(data, 4), 0.95) << "h = " << h;
  }
}

TEST(DefaultPreset, SurvivesOddGraphs) {
  const auto communities = [](const AttributedGraph& input, std::int32_t c) {
    return detected(input, c).communities().communities;
  };
  const Matrix<float> x = testing::random_matrix<float>(6, 3, 1);
  EXPECT_EQ(communities({graph_of(1, {}), Matrix<float>(1, 1, {2.0F})}, 1), 1);
  EXPECT_EQ(communities({graph_of(2, {{0, 1}}), Matrix<float>(2, 1, {1.0F, 2.0F})}, 2), 2);
  EXPECT_EQ(communities({graph_of(6, {}), x}, 6), 6);                        // no edges, all alone
  EXPECT_EQ(communities({graph_of(6, {{0, 1}, {2, 3}, {4, 5}}), x}, 3), 3);  // nothing but components
  EXPECT_EQ(communities({testing::cycle_graph(3), {}}, 2), 1);               // too small for a spectrum
  EXPECT_EQ(communities({testing::path_graph(6), Matrix<float>(6, 1, {1, 1, 1, 9, 9, 9})}, 2), 2);
}

// Nothing but a direction that the solver picks tells the nodes of a complete graph apart: any partition may come out,
// but it has to be one.
TEST(DefaultPreset, GivesSomePartitionOfNodesThatAreAllAlike) {
  const Partition found = detected({testing::complete_graph(6), Matrix<float>(6, 2)}, 2).communities();
  std::set<std::int32_t> used(found.community_of.begin(), found.community_of.end());
  EXPECT_EQ(found.community_of.size(), 6u);
  EXPECT_EQ(used.size(), static_cast<std::size_t>(found.communities));
  EXPECT_EQ(*used.begin(), 0);
  EXPECT_EQ(*used.rbegin(), found.communities - 1);
}

TEST(DefaultPreset, KeepsTheLeavesOfAStarTogether) {
  const auto found = detected({testing::star_graph(30), {}}, 2).communities().community_of;
  ASSERT_EQ(found.size(), 31u);
  for (std::size_t leaf = 2; leaf <= 30; ++leaf) EXPECT_EQ(found[leaf], found[1]) << leaf;
}

// Two cliques of ten, joined by an edge, no attributes.
TEST(DefaultPreset, DividesAGraphWithoutAttributes) {
  EntryList list{.nodes = 20, .entries = {{0, 10}}, .weights = {}};
  for (NodeId u = 0; u < 10; ++u) {
    for (NodeId v = u + 1; v < 10; ++v) {
      list.entries.push_back({u, v});
      list.entries.push_back({u + 10, v + 10});
    }
  }
  const auto found = detected({build_graph(list, {}, RunContext()).graph, {}}, 2).communities().community_of;
  for (NodeId u = 1; u < 10; ++u) {
    EXPECT_EQ(found[u], found[0]);
    EXPECT_EQ(found[u + 10], found[10]);
  }
  EXPECT_NE(found[0], found[10]);
}

Graph graph_of_edges(NodeId nodes, const std::vector<Entry>& entries) {
  return build_graph({.nodes = nodes, .entries = entries, .weights = {}}, {}, RunContext()).graph;
}

std::vector<Entry> grid_edges(NodeId side, NodeId first = 0) {
  std::vector<Entry> edges;
  for (NodeId i = 0; i < side; ++i) {
    for (NodeId j = 0; j < side; ++j) {
      const NodeId here = first + i * side + j;
      if (j + 1 < side) edges.push_back({here, here + 1});
      if (i + 1 < side) edges.push_back({here, here + side});
    }
  }
  return edges;
}

Graph two_grids() {
  std::vector<Entry> edges = grid_edges(6);
  for (const Entry edge : grid_edges(6, 36)) edges.push_back(edge);
  edges.push_back({35, 36});
  return graph_of_edges(72, edges);
}

Graph binary_tree(NodeId nodes) {
  std::vector<Entry> edges;
  for (NodeId v = 1; v < nodes; ++v) edges.push_back({(v - 1) / 2, v});
  return graph_of_edges(nodes, edges);
}

// Every node hangs on an earlier one, drawn by a fixed sequence.
Graph random_tree(NodeId nodes) {
  std::vector<Entry> edges;
  std::uint64_t state = 1;
  for (NodeId v = 1; v < nodes; ++v) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    edges.push_back({static_cast<NodeId>((state >> 33) % v), v});
  }
  return graph_of_edges(nodes, edges);
}

// These have two sides, so that their ends differ on every edge: once they were two-coloured, with modularity −½.
TEST(DefaultPreset, FindsJoinedGroupsInGraphsOfTwoSides) {
  const std::vector<std::pair<const char*, Graph>> graphs = {
      {"two grids", two_grids()},         {"grid", graph_of_edges(400, grid_edges(20))},
      {"ring", testing::cycle_graph(60)}, {"long ring", testing::cycle_graph(500)},
      {"path", testing::path_graph(60)},  {"long path", testing::path_graph(500)},
      {"binary tree", binary_tree(127)},  {"larger binary tree", binary_tree(1023)},
      {"random tree", random_tree(100)},  {"larger random tree", random_tree(800)}};
  for (const auto& [name, graph] : graphs) {
    for (std::int32_t communities = 2; communities <= 8; ++communities) {
      const Partition found = detected({graph, {}}, communities).communities();
      EXPECT_GE(cut_quality(graph, found.community_of, RunContext()).modularity, 0.4) << name << ", " << communities;
    }
  }
}

// The pair has the eigenvalues λ and −λ; the vector of −λ tells its two nodes apart.
TEST(DefaultPreset, KeepsTheTwoNodesOfAPairTogether) {
  const Graph graph = graph_of(8, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {6, 7}});
  const auto found = detected({graph, {}}, 3).communities().community_of;
  EXPECT_THAT(found, ::testing::ElementsAre(0, 0, 0, 1, 1, 1, 2, 2));
}

// A random graph of two groups that only the weights know of.
AttributedGraph in_the_weights_alone(double unit) {
  EntryList list = testing::random_entries(200, 0.3, 5);
  for (const Entry& e : list.entries) list.weights.push_back(unit * ((e.source < 100) == (e.target < 100) ? 3.0 : 1.0));
  return {build_graph(list, {}, RunContext()).graph, {}};
}

TEST(DefaultPreset, FindsCommunitiesThatOnlyWeightsKnowInAnyUnit) {
  const Partition found = detected(in_the_weights_alone(1.0), 2).communities();
  for (std::size_t v = 0; v < 200; ++v) EXPECT_EQ(found.community_of[v] == found.community_of[0], v < 100) << v;
  EXPECT_EQ(detected(in_the_weights_alone(1000.0), 2).communities(), found);
  const Detection counted = detected(in_the_weights_alone(1.0), 0);
  EXPECT_EQ(counted.count.topology.communities, 2);
  EXPECT_NE(counted.weights->form, WeightForm::none);
}

TEST(DefaultPreset, TakesEqualWeightsForNone) {
  EntryList list = testing::random_entries(60, 0.2, 5);
  const AttributedGraph plain{build_graph(list, {}, RunContext()).graph, testing::random_matrix<float>(60, 4, 1)};
  list.weights.assign(list.entries.size(), 2.5);
  const AttributedGraph equal{build_graph(list, {}, RunContext()).graph, plain.attributes};
  EXPECT_EQ(detected(equal, 3).embedding(), detected(plain, 3).embedding());
}

TEST(DefaultPreset, RefusesWeightsBelowZero) {
  const EntryList list{.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {1.0, -1.0}};
  const AttributedGraph input{build_graph(list, {}, RunContext()).graph, {}};
  EXPECT_THROW(detected(input, 2), InvalidArgument);
}

TEST(DefaultPreset, GivesTheSameBitsAtAnyThreadCount) {
  SbmOptions options;
  options.heterophily = 0.5;
  const Dataset data = stochastic_block_model(options, RunContext());
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return std::get<SmoothedRounding>(detect(data.input, with(5), run).rounded).smoothed.points;
  });
}

TEST(DefaultPreset, StopsInEveryStage) {
  const Dataset data = stochastic_block_model({}, RunContext());
  for (const char* stage : {"diffusion", "neighbours", "affinity", "smoothing", "k-means"}) {
    std::stop_source source;
    testing::StopAt sink(stage, source);
    const RunContext run({.seed = 0, .workers = 2, .stop = source.get_token(), .progress = &sink});
    EXPECT_THROW(detect(data.input, with(5), run), Cancelled) << stage;
  }
}

}  // namespace
}  // namespace cgsd
