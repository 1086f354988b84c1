#include "cgsd/diffusion/weight_choice.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// A planted partition with or without attributes; its edges weigh `within` inside classes and 1 across, times noise.
AttributedGraph planted(double heterophily, double within, double noise, bool attributes, NodeId nodes = 300) {
  const Dataset sbm = stochastic_block_model({.nodes = nodes,
                                              .communities = 3,
                                              .heterophily = heterophily,
                                              .mean_degree = 20.0,
                                              .coupling = Coupling::independent,
                                              .signal = 1.0},
                                             RunContext({.seed = 4}));
  const Graph& graph = sbm.input.graph;
  RandomSequence random(RandomStream(8).named("weights"));
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u > v) continue;
      const bool same = sbm.labels.class_of[u] == sbm.labels.class_of[v];
      list.entries.push_back({u, v});
      list.weights.push_back((same ? within : 1.0) * std::exp(noise * (random.uniform() - 0.5)));
    }
  }
  return {build_graph(list, {}, RunContext()).graph, attributes ? sbm.input.attributes : Attributes()};
}

WeightChoice chosen(const AttributedGraph& input, const DiffusionOptions& options = {}) {
  Graph room;
  return choose_weights({in_mean_weights(input.graph, "test", room, RunContext()), input.attributes}, options,
                        RunContext());
}

TEST(WeightChoice, UsesWeightsThatKnowOfTheCommunities) {
  const WeightChoice bare = chosen(planted(2.0 / 3.0, 4.0, 0.5, false));  // edges fall anywhere
  EXPECT_NE(bare.form, WeightForm::none);
  EXPECT_EQ(bare.by, WeightJudge::topology);
  EXPECT_GT(bare.figures[0], bare.figures[4]);
  const WeightChoice attributed = chosen(planted(2.0 / 3.0, 4.0, 0.5, true));
  EXPECT_NE(attributed.form, WeightForm::none);
  EXPECT_EQ(attributed.by, WeightJudge::attributes);
}

TEST(WeightChoice, LeavesWeightsOutThatAreNoise) {
  for (const bool attributes : {false, true}) {
    const WeightChoice choice = chosen(planted(0.3, 1.0, 4.0, attributes));
    EXPECT_EQ(choice.form, WeightForm::none) << attributes;
    EXPECT_LT(choice.figures[0], choice.figures[4]) << attributes;
    EXPECT_EQ(choice.by, attributes ? WeightJudge::attributes : WeightJudge::topology);
  }
}

// Beyond 20 000 nodes another solver looks at the edge of the bulk: without it every figure was 0, and any weights were used.
TEST(WeightChoice, LeavesNoiseOutAmongManyNodesToo) {
  const WeightChoice choice = chosen(planted(0.3, 1.0, 4.0, false, 20'100));
  EXPECT_EQ(choice.form, WeightForm::none);
  EXPECT_GT(choice.figures[4], 1.0);
  EXPECT_LT(choice.figures[0], choice.figures[4]);
}

TEST(WeightChoice, LooksAtTheStructureWhereAttributesAreNoise) {
  AttributedGraph input = planted(2.0 / 3.0, 4.0, 0.5, false);
  input.attributes = testing::random_matrix<float>(300, 5, 2);
  const WeightChoice choice = chosen(input);
  EXPECT_EQ(choice.by, WeightJudge::topology);
  EXPECT_NE(choice.form, WeightForm::none);
}

// Weights know of the classes better than edges do, but a few are so large that they drown the rest.
TEST(WeightChoice, BoundsWeightsOfWhichAFewDrownTheRest) {
  for (const bool attributes : {false, true}) {
    const WeightChoice choice = chosen(planted(0.46, 4.0, 7.0, attributes));
    EXPECT_GT(power_of(choice.form), 0) << attributes;
    const double largest = choice.figures[static_cast<std::size_t>(choice.form)];
    for (const double figure : choice.figures) EXPECT_LE(figure, largest) << attributes;
  }
}

TEST(WeightChoice, ComparesNothingIfAskedToUseThem) {
  DiffusionOptions options;
  options.weights = WeightUse::always;
  const WeightChoice choice = chosen(planted(0.3, 1.0, 4.0, false), options);
  EXPECT_EQ(choice.form, WeightForm::as_given);
  EXPECT_EQ(choice.by, WeightJudge::nothing);
}

TEST(WeightChoice, IsFreeOfTheUnit) {
  const AttributedGraph input = planted(0.3, 2.0, 1.0, false);
  std::vector<double> weights(input.graph.weights().begin(), input.graph.weights().end());
  for (double& w : weights) w *= 1000.0;
  const AttributedGraph scaled{Graph({input.graph.offsets().begin(), input.graph.offsets().end()},
                                     {input.graph.targets().begin(), input.graph.targets().end()}, weights, false),
                               {}};
  for (const std::size_t form : {0U, 1U, 2U, 3U, 4U})
    EXPECT_NEAR(chosen(scaled).figures[form], chosen(input).figures[form], 1e-9);
}

TEST(WeightChoice, HasTheSameBitsAtAnyNumberOfThreads) {
  const AttributedGraph input = planted(0.3, 2.0, 1.0, true);
  Graph room;
  const AttributedGraphView view{in_mean_weights(input.graph, "test", room, RunContext()), input.attributes};
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return choose_weights(view, {}, run).figures[0]; });
}

}  // namespace
}  // namespace cgsd
