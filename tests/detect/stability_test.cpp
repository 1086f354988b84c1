#include "cgsd/detect/stability.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/summary/explanation.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::graph_of;
using ::testing::HasSubstr;

const Partition kGiven{{0, 0, 0, 1, 1, 1}, 2};
// Node 2 has gone over. Pairs together in both: 1 + 3 = 4; in either: 6 and 7, of 15. ARI = (4 − 2.8) / (6.5 − 2.8).
const Partition kOneMoved{{1, 1, 0, 0, 0, 0}, 2};
constexpr double kOneMovedAri = 1.2 / 3.7;

AttributedGraph six_nodes(Attributes attributes = {}) {
  return {graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}), std::move(attributes)};
}

// Row v, column j holds 10 v + j, so a number tells where it came from.
Matrix<float> numbered(std::size_t rows, std::size_t columns) {
  Matrix<float> matrix(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) matrix(i, j) = static_cast<float>(10 * i + j);
  }
  return matrix;
}

Dataset planted(double heterophily, double signal) {
  return stochastic_block_model({.nodes = 240,
                                 .communities = 3,
                                 .heterophily = heterophily,
                                 .mean_degree = 12.0,
                                 .dimensions = 24,
                                 .coupling = Coupling::independent,
                                 .signal = signal,
                                 .noise = 1.0},
                                RunContext({.seed = 5}));
}

Stability measured(const AttributedGraphView& input, std::int32_t runs, const RunContext& run) {
  ConfiguredMethod method = configured("default");
  method.communities = 3;
  const Partition found = method.run(input, run).partition;
  return stability(input, repeatable(method, found), {.runs = runs}, run);
}

TEST(Stability, IsTheAgreementWithPartitionsOfTheFollowingSeeds) {
  std::vector<std::uint64_t> seeds;
  const auto make = [&](const AttributedGraphView&, const RunContext& run) {
    seeds.push_back(run.seed());
    return run.seed() == 8 ? kGiven : kOneMoved;
  };
  const Stability s = stability(six_nodes(), {kGiven, make}, {.runs = 2}, RunContext({.seed = 7}));
  EXPECT_THAT(seeds, ElementsAre(8u, 9u));
  ASSERT_EQ(s.seeds.ari.size(), 2u);
  EXPECT_DOUBLE_EQ(s.seeds.ari[0], 1.0);
  EXPECT_NEAR(s.seeds.ari[1], kOneMovedAri, 1e-12);
  EXPECT_NEAR(s.seeds.mean(), (1.0 + kOneMovedAri) / 2.0, 1e-12);
  EXPECT_NEAR(s.seeds.least(), kOneMovedAri, 1e-12);
  EXPECT_THAT(s.node, ElementsAre(1.0, 1.0, 0.5, 1.0, 1.0, 1.0));
  EXPECT_NEAR(s.share_of_nodes(0.9), 5.0 / 6.0, 1e-12);
}

TEST(Stability, MatchesNoTwoCommunitiesWithOne) {
  const Partition halves{{0, 0, 0, 0, 1, 1}, 2};
  const auto join = [&](const AttributedGraphView&, const RunContext&) { return Partition{{0, 0, 0, 0, 0, 0}, 1}; };
  const Stability s = stability(six_nodes(), {halves, join}, {.runs = 1}, RunContext());
  EXPECT_THAT(s.node, ElementsAre(1.0, 1.0, 1.0, 1.0, 0.0, 0.0));
  EXPECT_THAT(s.seeds.communities, ElementsAre(1));
}

TEST(Stability, DrawsAsManyColumnsAsThereAreWithTheirMultiplicity) {
  const AttributedGraph input = six_nodes(numbered(6, 5));
  std::vector<std::map<int, int>> samples;
  const auto make = [&](const AttributedGraphView& made, const RunContext& run) {
    EXPECT_EQ(made.graph.entries(), input.graph.entries());
    if (run.seed() != 7) {
      EXPECT_EQ(Attributes(made.attributes), input.attributes);
      return kGiven;
    }
    EXPECT_EQ(made.attributes.cols(), 5u);
    std::map<int, int> times;
    for (std::size_t j = 0; j < 5; ++j) {
      const float top = made.attributes.dense()(0, j);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(made.attributes.dense()(i, j), top + 10.0F * static_cast<float>(i));
      ++times[static_cast<int>(top)];
    }
    samples.push_back(times);
    return kOneMoved;
  };
  const Stability s = stability(input, {kGiven, make}, {.runs = 4}, RunContext({.seed = 7}));
  EXPECT_DOUBLE_EQ(s.seeds.mean(), 1.0);
  EXPECT_NEAR(s.attributes.mean(), kOneMovedAri, 1e-12);
  EXPECT_THAT(s.node, ElementsAre(1.0, 1.0, 0.5, 1.0, 1.0, 1.0));
  ASSERT_EQ(samples.size(), 4u);
  EXPECT_GT((std::set<std::map<int, int>>(samples.begin(), samples.end()).size()), 1u);
  EXPECT_TRUE(std::ranges::any_of(samples, [](const auto& times) { return times.size() < 5; }));
}

TEST(Stability, DrawsNoColumnsWhereNobodyLooksAtThem) {
  const auto make = [](const AttributedGraphView&, const RunContext&) { return kGiven; };
  EXPECT_TRUE(stability(six_nodes(), {kGiven, make}, {.runs = 2}, RunContext()).attributes.none());
  const Stability edges_only = stability(six_nodes(numbered(6, 2)), {kGiven, make, false}, {.runs = 2}, RunContext());
  EXPECT_TRUE(edges_only.attributes.none());
  EXPECT_THAT(edges_only.node, Each(1.0));
}

TEST(Stability, OfNoRunIsEmpty) {
  const auto make = [](const AttributedGraphView&, const RunContext&) -> Partition { throw Error("nobody asked"); };
  const Stability s = stability(six_nodes(numbered(6, 2)), {kGiven, make}, {}, RunContext());
  EXPECT_TRUE(s.seeds.none());
  EXPECT_TRUE(s.node.empty());
  EXPECT_TRUE(stability_decision(s).words.empty());
}

TEST(Stability, IsFullForCommunitiesThatArePlainToSee) {
  const Stability s = measured(planted(0.1, 3.0).input, 3, RunContext());
  EXPECT_DOUBLE_EQ(s.seeds.least(), 1.0);
  EXPECT_DOUBLE_EQ(s.attributes.least(), 1.0);
  EXPECT_THAT(s.node, Each(1.0));
  EXPECT_THAT(stability_decision(s).words, HasSubstr("Firm: 100 % of the nodes"));
}

TEST(Stability, IsLowForNoise) {
  const Stability s = measured(planted(2.0 / 3.0, 0.0).input, 3, RunContext());
  EXPECT_LT(s.attributes.mean(), 0.5);
  EXPECT_LT(s.share_of_nodes(0.9), 0.5);
  EXPECT_THAT(stability_decision(s).words, HasSubstr("Uncertain: "));
}

TEST(Stability, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset data = planted(0.5, 0.4);
  const auto figures = [&](const RunContext& run) {
    const Stability s = measured(data.input, 2, run);
    std::vector<double> all = s.node;
    all.insert(all.end(), s.seeds.ari.begin(), s.seeds.ari.end());
    all.insert(all.end(), s.attributes.ari.begin(), s.attributes.ari.end());
    return all;
  };
  testing::expect_same_bits_at_any_thread_count(figures);
}

TEST(Stability, ReportsItsOwnProgressAndNotThatOfEveryRun) {
  StageRecord record;
  const RunContext run({.seed = 0, .workers = 1, .stop = {}, .progress = &record});
  const auto make = [](const AttributedGraphView&, const RunContext& own) {
    const Stage inner = own.stage("inner");
    return kGiven;
  };
  stability(six_nodes(), {kGiven, make}, {.runs = 2}, run.stage("repetitions"));
  ASSERT_EQ(record.stages().size(), 1u);
  EXPECT_EQ(record.stages()[0].stage, "repetitions");
}

TEST(Stability, StopsBetweenRuns) {
  std::stop_source source;
  int made = 0;
  const auto make = [&](const AttributedGraphView&, const RunContext&) {
    ++made;
    source.request_stop();
    return kGiven;
  };
  const RunContext run({.seed = 0, .workers = 1, .stop = source.get_token()});
  EXPECT_THROW(stability(six_nodes(), {kGiven, make}, {.runs = 9}, run), Cancelled);
  EXPECT_EQ(made, 1);
}

TEST(Stability, SaysThatBordersMoveAndCoresStay) {
  Stability s;
  s.seeds = {{0.8, 0.6}, {5, 7}};
  s.node = {1.0, 1.0, 1.0, 0.5};
  const Decision decision = stability_decision(s);
  EXPECT_EQ(decision.words,
            "Borders move, cores stay: 75 % of the nodes keep their community in at least 9 of 10 repetitions.");
  EXPECT_EQ(decision.figures, "ARI 0.70 over 2 other seeds (least 0.60, 5 to 7 communities)");
}

}  // namespace
}  // namespace cgsd
