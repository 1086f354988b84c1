#include "cgsd/encoder/diffusion.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"

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

DiffusionOptions for_four() {
  DiffusionOptions options;
  options.communities = 4;
  return options;
}

Diffusion diffusion_of(const AttributedGraph& input, const DiffusionOptions& options = for_four()) {
  const auto curvature = edge_curvature(input.graph, {}, RunContext());
  return diffuse({input.graph, input.features, curvature}, options, RunContext());
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

TEST(Diffusion, DoesWithoutAttributes) {
  Dataset data = planted(0.1, 1.0, 1.0);
  data.input.features = {};
  const Diffusion d = diffusion_of(data.input);
  EXPECT_EQ(d.width, 0U);
  EXPECT_TRUE(d.candidates.empty());
  EXPECT_GT(nmi_of(d, data), 0.9);
  data.input.features = Matrix<float>(600, 3, std::vector<float>(1800, 2.0F));  // constant: nothing said
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
  DiffusionOptions options = for_four();
  options.metric = MetricChoice::centred;
  options.filter = Filter::none;
  options.topology.pairs = 0;
  const Diffusion d = diffusion_of(data.input, options);
  EXPECT_EQ(d.candidates.size(), 1U);
  EXPECT_EQ(d.embedding.cols(), d.width);
  EXPECT_LT(nmi_of(d, data), 0.7);  // attributes alone do not tell
  options.filter = Filter::pull;
  EXPECT_GT(nmi_of(diffusion_of(data.input, options), data), 0.95);
  options.gate = PullGate::rank;
  EXPECT_GT(nmi_of(diffusion_of(data.input, options), data), 0.95);
}

TEST(Diffusion, HasTheSameBitsAtAnyNumberOfThreads) {
  const Dataset data = planted(0.3, 0.7, 1.0);
  const auto curvature = edge_curvature(data.input.graph, {}, RunContext());
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return diffuse({data.input.graph, data.input.features, curvature}, for_four(), run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
