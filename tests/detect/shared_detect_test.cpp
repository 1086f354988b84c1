// What several processes find, beside what one finds. Here they are threads; mpi/tests has the same with MPI.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/contingency.hpp"

#include "tests/graph/thread_processes.hpp"

namespace cgsd {
namespace {

struct Found {
  std::vector<std::int32_t> communities;
  std::vector<double> centres;
  Diffusion diffusion;
  WeightChoice weights{};
};

Found of_one(const AttributedGraph& input, const DetectOptions& options) {
  const Detection d = detect(input, options, RunContext());
  return {d.communities().community_of, {}, std::get<Diffusion>(d.encoded), d.weights.value_or(WeightChoice{})};
}

Found of_several(const AttributedGraph& input, const DetectOptions& options, int count) {
  Found found;
  testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
    const Graph graph = testing::share_of(input.graph, processes);
    const auto [begin, end] = testing::own_rows(input.graph.nodes(), processes);
    const Attributes own =
        input.attributes.none() ? Attributes() : Attributes(testing::some_rows(input.attributes.dense(), begin, end));
    const Detection d = detect({graph, own}, options, run);
    const auto all = gathered(run, std::span<const std::int32_t>(d.communities().community_of));
    if (processes.rank() > 0) return;
    found = {all, {}, std::get<Diffusion>(d.encoded), d.weights.value_or(WeightChoice{})};
    const auto centres = clustering_of(d.rounded).centres.values();
    found.centres.assign(centres.begin(), centres.end());
  });
  return found;
}

double nmi_of(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  return cgsd::nmi(contingency(a, b));
}

// What both find of `input`.
void expect_alike_in(const AttributedGraph& input, std::int32_t communities) {
  DetectOptions options;
  options.communities = communities;
  const Found one = of_one(input, options);
  for (const int count : {2, 3}) {
    const Found several = of_several(input, options, count);
    EXPECT_EQ(several.weights.form, one.weights.form);
    EXPECT_EQ(several.weights.by, one.weights.by);
    // Where the bulk of a random graph ends, is estimated by several.
    const double share = one.weights.by == WeightJudge::topology ? 0.02 : 1e-6;
    for (std::size_t j = 0; j < one.weights.figures.size(); ++j)
      EXPECT_NEAR(several.weights.figures[j], one.weights.figures[j], share * one.weights.figures[0]);
    EXPECT_NEAR(several.diffusion.agreement.edges, one.diffusion.agreement.edges, 1e-6);
    EXPECT_NEAR(several.diffusion.agreement.paths, one.diffusion.agreement.paths, 1e-6);
    EXPECT_NEAR(several.diffusion.agreement.distant, one.diffusion.agreement.distant, 1e-6);
    EXPECT_NEAR(several.diffusion.overlap, one.diffusion.overlap, 1e-6);
    ASSERT_EQ(several.diffusion.topology.values.size(), one.diffusion.topology.values.size());
    for (std::size_t j = 0; j < one.diffusion.topology.values.size(); ++j)
      EXPECT_NEAR(several.diffusion.topology.values[j], one.diffusion.topology.values[j], 1e-6);
    EXPECT_GE(nmi_of(several.communities, one.communities), 0.99) << count << " processes";
    EXPECT_EQ(of_several(input, options, count).centres, several.centres) << "the same bits again";
  }
}

Dataset model_of(const SbmOptions& model) { return stochastic_block_model(model, RunContext({.seed = 7})); }

void expect_alike(const SbmOptions& model) { expect_alike_in(model_of(model).input, model.communities); }

// Edges fall anywhere; those within a community weigh about four times as much as others.
AttributedGraph weighted_model(AttributeKind attributes) {
  const Dataset data = model_of({.nodes = 900,
                                 .communities = 3,
                                 .heterophily = 0.6,
                                 .mean_degree = 20.0,
                                 .attributes = attributes,
                                 .dimensions = 24});
  const Graph& graph = data.input.graph;
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  RandomSequence random(RandomStream(8).named("weights"));
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u > v) continue;
      const bool same = data.labels.class_of[u] == data.labels.class_of[v];
      list.entries.push_back({u, v});
      list.weights.push_back((same ? 8.0 : 2.0) * (0.5 + random.uniform()));
    }
  }
  return {build_graph(list, {}, RunContext()).graph, data.input.attributes};
}

TEST(SharedDetect, FindsWhatOneProcessFindsIfNeighboursAreAlike) {
  expect_alike({.nodes = 1200, .communities = 4, .heterophily = 0.1, .mean_degree = 14.0, .dimensions = 24});
}

TEST(SharedDetect, FindsWhatOneProcessFindsIfNeighboursAreUnlike) {
  expect_alike({.nodes = 1200,
                .communities = 3,
                .heterophily = 0.9,
                .mean_degree = 14.0,
                .dimensions = 24,
                .coupling = Coupling::independent});
}

TEST(SharedDetect, FindsWhatOneProcessFindsWithoutAttributes) {
  expect_alike(
      {.nodes = 1200, .communities = 3, .heterophily = 0.1, .mean_degree = 16.0, .attributes = AttributeKind::none});
}

TEST(SharedDetect, CountsEdgesByTheirWeightsAsOneProcessDoes) {
  expect_alike_in(weighted_model(AttributeKind::gaussian), 3);
}

// The choice of their form needs random graphs, which processes make together.
TEST(SharedDetect, CountsEdgesByTheirWeightsWithoutAttributes) {
  expect_alike_in(weighted_model(AttributeKind::none), 3);
}

void expect_same_count(const AttributedGraph& input) {
  const CommunityCount one = detect(input, {}, RunContext()).count;
  for (const int count : {2, 3}) {
    testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
      const Graph graph = testing::share_of(input.graph, processes);
      const auto [begin, end] = testing::own_rows(input.graph.nodes(), processes);
      const Attributes own =
          input.attributes.none() ? Attributes() : Attributes(testing::some_rows(input.attributes.dense(), begin, end));
      const Detection counted = detect({graph, own}, {}, run);
      EXPECT_EQ(counted.count.communities, one.communities) << count << " processes";
      EXPECT_EQ(counted.count.reason, one.reason);
      EXPECT_EQ(counted.count.halves.candidates, one.halves.candidates);
      EXPECT_EQ(counted.count.parts.parts, one.parts.parts);
      DetectOptions given;
      given.communities = one.communities;
      EXPECT_EQ(detect({graph, own}, given, run).embedding(), counted.embedding()) << "-k auto is -k of its number";
    });
  }
}

TEST(SharedCount, FindsTheNumberOfOneProcess) {
  expect_same_count(
      model_of({.nodes = 900, .communities = 4, .heterophily = 0.1, .mean_degree = 14.0, .dimensions = 24}).input);
}

TEST(SharedCount, FindsTheNumberOfOneProcessWithoutAttributes) {
  expect_same_count(
      model_of(
          {.nodes = 900, .communities = 3, .heterophily = 0.1, .mean_degree = 16.0, .attributes = AttributeKind::none})
          .input);
}

// Edges tell nothing, so that columns are put in another order too.
TEST(SharedCount, FindsNothingWhereOneProcessFindsNothing) {
  const Dataset edges = model_of({.nodes = 600, .communities = 2, .heterophily = 0.5, .mean_degree = 10.0});
  Matrix<float> noise(600, 20);
  const RandomStream random = RandomStream(4).named("noise");
  for (std::size_t i = 0; i < noise.values().size(); ++i) noise.values()[i] = static_cast<float>(random.normal(i));
  expect_same_count({edges.input.graph, Attributes(std::move(noise))});
}

TEST(SharedCount, CountsPartsThatProcessesShare) {
  const Dataset data = model_of(
      {.nodes = 800, .communities = 4, .heterophily = 0.0, .mean_degree = 8.0, .attributes = AttributeKind::none});
  expect_same_count(data.input);
}

}  // namespace
}  // namespace cgsd
