#include "cgsd/diffusion/diffusion.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/planted_partitions.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Dataset planted(double heterophily, double signal, double noise, double mean_degree = 25.0) {
  return stochastic_block_model({.nodes = 600,
                                 .communities = 4,
                                 .heterophily = heterophily,
                                 .mean_degree = mean_degree,
                                 .dimensions = 32,
                                 .coupling = Coupling::independent,
                                 .signal = signal,
                                 .noise = noise},
                                RunContext({.seed = 2}));
}

Diffusion diffusion_of(const AttributedGraph& input, const DiffusionOptions& options = {}) {
  return diffuse(input, 4, options, RunContext());
}

double nmi_of(const Diffusion& d, const Dataset& data) {
  const auto found = kmeans(d.embedding, {.clusters = 4}, RunContext()).partition.community_of;
  return nmi(contingency(data.labels.class_of, found));
}

TEST(Diffusion, PullsTogetherInAnAssortativeGraph) {
  const Dataset data = planted(0.2, 0.5, 1.0);
  const Diffusion d = diffusion_of(data.input);
  EXPECT_GT(d.sign.use * d.sign.pull, 0.95);
  EXPECT_GT(nmi_of(d, data), 0.95);
}

TEST(Diffusion, LeavesAttributesAloneInARandomGraph) {
  const Dataset data = planted(0.75, 1.0, 1.0);  // edges fall anywhere
  const Diffusion d = diffusion_of(data.input);
  EXPECT_LT(d.sign.use, 0.1);
  EXPECT_GT(nmi_of(d, data), 0.9);
}

TEST(Diffusion, TakesTheTopologyWhereAttributesAreNoise) {
  for (const double heterophily : {0.1, 0.97}) {
    const Dataset data = planted(heterophily, 0.0, 1.0, 60.0);
    const Diffusion d = diffusion_of(data.input);
    EXPECT_EQ(d.signals, 0U);
    EXPECT_GT(nmi_of(d, data), 0.9) << "h = " << heterophily;
  }
}

double nmi_of_attributes(const Diffusion& d, Dataset data) {
  std::ranges::reverse(data.labels.class_of);
  return nmi_of(d, data);
}

TEST(Diffusion, TakesTheClearerOfTwoPartitions) {
  Dataset edges_clearer = planted(0.2, 0.4, 1.0, 20.0);
  testing::reverse_attributes(edges_clearer);
  const Diffusion by_edges = diffusion_of(edges_clearer.input);
  EXPECT_TRUE(by_edges.topology.unconfirmed);
  EXPECT_TRUE(by_edges.topology.alone);
  EXPECT_GT(by_edges.topology.clarity, by_edges.overlap);
  EXPECT_GT(nmi_of(by_edges, edges_clearer), 0.95);

  Dataset attributes_clearer = planted(0.2, 1.0, 0.7, 8.0);
  testing::reverse_attributes(attributes_clearer);
  const Diffusion by_attributes = diffusion_of(attributes_clearer.input);
  EXPECT_TRUE(by_attributes.topology.unconfirmed);
  EXPECT_FALSE(by_attributes.topology.alone);
  EXPECT_GT(nmi_of_attributes(by_attributes, attributes_clearer), 0.95);
}

// One direction that stands out, which no four communities make, and edges that show four.
TEST(Diffusion, LeavesOutAttributesThatTellOfSomethingElse) {
  Dataset data = planted(0.2, 0.0, 1.0, 20.0);
  Matrix<float> x = testing::random_matrix<float>(600, 32, 5);
  const Matrix<float> length = testing::random_matrix<float>(600, 1, 6);
  for (std::size_t v = 0; v < x.rows(); ++v)
    for (float& value : x.row(v)) value += 3.0F * length(v, 0);
  data.input.attributes = std::move(x);
  const Diffusion d = diffusion_of(data.input);
  EXPECT_EQ(d.signals, 1U);
  EXPECT_TRUE(d.topology.alone);
  EXPECT_GT(nmi_of(d, data), 0.95);
}

double mean_square(const Matrix<float>& rows, std::size_t first, std::size_t columns) {
  double sum = 0.0;
  for (std::size_t v = 0; v < rows.rows(); ++v)
    for (const float x : rows.row(v).subspan(first, columns)) sum += static_cast<double>(x) * static_cast<double>(x);
  return sum / static_cast<double>(rows.rows());
}

TEST(Diffusion, UsesBothNormalisationsSideBySideAsFarAsEdgesPull) {
  for (const double heterophily : {0.2, 0.55}) {
    const Diffusion d = diffusion_of(testing::planted_words(heterophily, 0.4, 22).input);
    const double pulled = d.sign.use * d.sign.pull;
    ASSERT_EQ(d.blocks.size(), 2U) << "h = " << heterophily;
    EXPECT_EQ(d.blocks[0].map.metric, StalkMetric::z_score);
    EXPECT_EQ(d.blocks[1].map.metric, StalkMetric::idf);
    const double own = std::pow(d.candidates[d.chosen].agreement.distant, 4);
    const double other = std::pow(d.candidates[1 - d.chosen].agreement.distant, 4);
    ASSERT_GT(other, 0.0);
    EXPECT_NEAR(d.blocks[d.chosen].share, (1.0 - pulled) + pulled * own / (own + other), 1e-12);
    EXPECT_NEAR(d.blocks[1 - d.chosen].share, pulled * other / (own + other), 1e-12);
    const std::size_t first = d.blocks[0].stalks.cols();
    const std::size_t second = d.blocks[1].stalks.cols();
    EXPECT_EQ(d.width, first + second);
    EXPECT_NEAR(mean_square(d.embedding, 0, first), d.blocks[0].share * d.overlap, 1e-5);
    EXPECT_NEAR(mean_square(d.embedding, first, second), d.blocks[1].share * d.overlap, 1e-5);
  }
}

TEST(Diffusion, UsesTheChosenNormalisationAloneWhereEdgesDoNotPull) {
  const Diffusion d = diffusion_of(testing::planted_words(0.75, 0.6, 1).input);  // edges fall anywhere
  ASSERT_LT(d.sign.use * d.sign.pull, 0.02);
  ASSERT_EQ(d.blocks.size(), 1U);
  EXPECT_EQ(d.blocks[0].map.metric, d.candidates[d.chosen].metric);
  EXPECT_EQ(d.blocks[0].share, 1.0);
}

// The larger |ρ1|.
TEST(Diffusion, ChoosesTheNormalisationInWhichNeighboursAgreeMore) {
  const Diffusion d = diffusion_of(testing::planted_words(0.97, 0.6, 1).input);  // neighbours are unlike
  ASSERT_EQ(d.candidates.size(), 2U);
  EXPECT_EQ(d.agreement.edges, d.candidates[d.chosen].agreement.edges);
  EXPECT_GT(std::abs(d.agreement.edges), std::abs(d.candidates[1 - d.chosen].agreement.edges) - 1e-3);
}

// A graph of edges that fall anywhere, which by chance agree a little more by tf-idf.
TEST(Diffusion, ComparesWordsByZScoresWhereEdgesSayNothing) {
  const Diffusion d = diffusion_of(testing::planted_words(0.75, 0.6, 27).input);
  ASSERT_EQ(d.candidates.size(), 2U);
  const EdgeAgreement& z = d.candidates[0].agreement;
  const EdgeAgreement& idf = d.candidates[1].agreement;
  ASSERT_LT(std::max(std::abs(z.significance), std::abs(idf.significance)), 3.0);
  ASSERT_GT(std::abs(idf.edges), std::abs(z.edges) + 1e-3);
  EXPECT_EQ(d.chosen, 0U);
}

TEST(Diffusion, TellsTheSignalsAlone) {
  const RunContext run;
  for (const double heterophily : {0.2, 0.75, 0.97}) {
    const Dataset data = testing::planted_words(heterophily, 0.6, 1);
    EXPECT_EQ(signals_of_attributes(data.input, {}, run), diffuse(data.input, 0, {}, run).signals) << heterophily;
  }
  EXPECT_EQ(signals_of_attributes(planted(0.2, 2.0, 0.5).input, {}, run), 3U);  // four centres
  EXPECT_EQ(signals_of_attributes({testing::path_graph(5), {}}, {}, run), 0U);
}

TEST(Diffusion, DoesWithoutAttributes) {
  Dataset data = planted(0.1, 1.0, 1.0);
  data.input.attributes = {};
  const Diffusion d = diffusion_of(data.input);
  EXPECT_EQ(d.width, 0U);
  EXPECT_TRUE(d.candidates.empty());
  EXPECT_GT(nmi_of(d, data), 0.9);
  data.input.attributes = Matrix<float>(600, 3, std::vector<float>(1800, 2.0F));  // constant: nothing said
  EXPECT_EQ(diffusion_of(data.input).width, 0U);
}

TEST(Diffusion, KeepsIsolatedNodesAndEmptyRowsFinite) {
  Matrix<float> x = testing::random_matrix<float>(50, 6, 3);
  for (float& value : x.row(7)) value = 0.0F;
  for (const Graph& graph : {testing::graph_of(50, {}), testing::graph_of(50, {{0, 1}}), testing::star_graph(49)}) {
    const Diffusion d = diffusion_of({graph, x});
    for (const float value : d.embedding.values()) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST(Diffusion, CanBeToldWhatToDo) {
  const Dataset data = planted(0.2, 0.35, 1.0);
  DiffusionOptions options;
  options.metric = MetricChoice::centred;
  options.filter = Filter::none;
  options.topology.pairs = 0;
  const Diffusion d = diffusion_of(data.input, options);
  EXPECT_EQ(d.candidates.size(), 1U);
  EXPECT_EQ(d.embedding.cols(), d.width);
  EXPECT_LT(nmi_of(d, data), 0.7);  // attributes alone do not tell
  options.filter = Filter::pull;
  EXPECT_GT(nmi_of(diffusion_of(data.input, options), data), 0.95);
}

TEST(Diffusion, HasTheSameBitsAtAnyNumberOfThreads) {
  const Dataset data = planted(0.3, 0.7, 1.0);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return diffuse(data.input, 4, {}, run).embedding; });
}

// What new nodes are placed by: filter, stalks and scale of a block say its coordinates again.
TEST(FilteredStalks, TimesTheScaleAreTheEmbedding) {
  for (const Dataset& data : {planted(0.2, 1.0, 1.0), planted(0.9, 1.0, 1.0), testing::planted_words(0.4, 0.4, 3)}) {
    const Diffusion d = diffusion_of(data.input);
    std::size_t column = 0;
    for (const StalkBlock& block : d.blocks) {
      const FilterPlan plan{.unit_rows = block.map.unit_rows(), .sign = d.sign, .push = 0.8, .pull = {.steps = 10}};
      const Matrix<float> y = filtered_stalks(data.input.graph, block.stalks, plan, RunContext());
      for (std::size_t i = 0; i < y.rows(); ++i) {
        for (std::size_t j = 0; j < y.cols(); ++j)
          EXPECT_NEAR(static_cast<float>(block.scale) * y(i, j), d.embedding(i, column + j), 1e-5F);
      }
      column += y.cols();
    }
    EXPECT_EQ(column, d.width);
  }
}

// Y = (1 − g h − g l) Z + g h H + g l L: with weights ¼ and ½ for the two filters a quarter of Z is left.
TEST(FilteredStalks, BlendTheFiltersByTheSign) {
  const Graph graph = testing::random_graph(40, 0.15, 5);
  const Matrix<float> z = testing::random_matrix<float>(40, 3, 6);
  const std::vector<double> ones(graph.entries(), 1.0);
  const SheafSign sign{.use = 0.5, .push = 0.5, .pull = 1.0, .opposite = true};
  const Matrix<float> y = filtered_stalks(graph, z, {.sign = sign, .push = 0.8, .pull = {.steps = 3}}, RunContext());
  const Matrix<float> h = push_apart(graph, z, 0.8, RunContext());
  const Matrix<float> l = pull_together(graph, z, {.steps = 3, .sign = WalkSign::opposite}, RunContext());
  for (std::size_t i = 0; i < z.values().size(); ++i)
    EXPECT_NEAR(y.values()[i], 0.25F * z.values()[i] + 0.25F * h.values()[i] + 0.5F * l.values()[i], 1e-5F);
}

// A copy of a node has the node's neighbours, so N v = λ v gives it the node's value, but for the degrees it adds to.
TEST(ContinuedCoordinates, OfACopyAreThoseOfTheOriginal) {
  const Dataset data = planted(0.1, 1.0, 1.0, 60.0);
  const Graph& graph = data.input.graph;
  for (const bool attributes : {true, false}) {
    const Diffusion d = diffusion_of({graph, attributes ? data.input.attributes : Attributes()});
    const TopologyView& view = d.topology;
    ASSERT_GT(view.coordinates.cols(), 0U);
    for (NodeId u = 0; u < 600; u += 60) {
      EntryList list{.nodes = 601, .entries = {}, .weights = {}};
      for (NodeId s = 0; s < 600; ++s) {
        for (const NodeId t : graph.neighbours(s)) list.entries.push_back({s, t});
      }
      for (const NodeId t : graph.neighbours(u)) list.entries.push_back({600, t});
      const Graph extended = build_graph(list, {}, RunContext()).graph;
      const Matrix<float> row = continued_coordinates(view.basis, view.values, extended, RunContext());
      ASSERT_EQ(row.rows(), 1U);
      for (std::size_t j = 0; j < row.cols(); ++j)
        EXPECT_NEAR(row(0, j), view.coordinates(u, j), 0.02 * view.basis.root_mean_square);
    }
  }
}

TEST(ContinuedCoordinates, WithoutEdgesAreThoseOfAnIsolatedNode) {
  const Dataset data = planted(0.1, 1.0, 1.0, 60.0);
  const TopologyView view = diffusion_of(data.input).topology;
  const EntryList list{.nodes = 601, .entries = {{0, 1}}, .weights = {}};
  const Graph extended = build_graph(list, {}, RunContext()).graph;
  const Matrix<float> row = continued_coordinates(view.basis, view.values, extended, RunContext());
  for (std::size_t j = 0; j < row.cols(); ++j) EXPECT_NEAR(row(0, j), -view.basis.share * view.basis.offset[j], 1e-6);
}

}  // namespace
}  // namespace cgsd
