#include "cgsd/summary/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Summary summary_of(const char* name, std::int32_t communities, const Dataset& data,
                   const std::vector<std::string>& settings = {}) {
  ConfiguredMethod method = configured(name);
  method.communities = communities;
  method.set(settings);
  return summarise({.version = "1",
                    .method = name,
                    .seed = 3,
                    .options = method.values(),
                    .data_name = "d",
                    .data_format = "f",
                    .files = {}},
                   data, method.run(data.input, RunContext()), RunContext());
}

// Two triangles joined by one edge: each has volume 7 of 14 and one edge across.
TEST(Summary, HasSizeAndConductanceOfEveryCommunity) {
  Dataset data;
  data.input.graph = testing::graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}});
  const Summary s = summary_of("louvain", 0, data);
  ASSERT_EQ(s.communities.size(), 2u);
  for (const CommunityFacts& c : s.communities) {
    EXPECT_EQ(c.size, 3u);
    EXPECT_DOUBLE_EQ(c.conductance, 1.0 / 7.0);
    EXPECT_DOUBLE_EQ(c.density, 1.0);
    EXPECT_DOUBLE_EQ(c.mean_confidence, (1.0 + 1.0 + 2.0 / 3.0) / 3.0);  // one of three edges of nodes 2 and 3 leaves
  }
  EXPECT_EQ(s.confidence.source, ConfidenceSource::edges);
  EXPECT_THAT(s.confidence.own, ElementsAre(1.0, 1.0, 2.0 / 3.0, 2.0 / 3.0, 1.0, 1.0));
  EXPECT_FALSE(s.quality.agreement);
  EXPECT_FALSE(s.count);
  EXPECT_THAT(s.decisions, IsEmpty());
  EXPECT_THAT(s.warnings, IsEmpty());
}

TEST(Summary, HasThePartsOfTheMethodThatRanAndNoOthers) {
  const Dataset karate = karate_club(RunContext());
  const Summary closed_form = summary_of("default", 2, karate);
  EXPECT_TRUE(closed_form.diffusion);
  EXPECT_FALSE(closed_form.training);
  EXPECT_FALSE(closed_form.spectrum);
  EXPECT_TRUE(closed_form.kmeans);
  EXPECT_GT(closed_form.neighbours, 0);
  EXPECT_EQ(closed_form.count->communities, 2);
  const Summary trained = summary_of("paper", 2, karate, {"trained.epochs=4"});
  EXPECT_FALSE(trained.diffusion);
  ASSERT_TRUE(trained.training);
  EXPECT_EQ(trained.training->losses.size(), 4u);
  EXPECT_EQ(trained.training->ending, "all_epochs");
  EXPECT_EQ(trained.spectrum->values.size(), 2u);
  const Summary other = summary_of("spectral", 2, karate);
  EXPECT_FALSE(other.kmeans);
  EXPECT_FALSE(other.evidence.empty());
}

TEST(Summary, ReadsLabelsForQualityAlone) {
  const Dataset karate = karate_club(RunContext());
  const Summary s = summary_of("default", 2, karate);
  ASSERT_TRUE(s.quality.agreement);
  EXPECT_DOUBLE_EQ(s.quality.agreement->nmi, 1.0);
  Dataset unknown = karate;
  unknown.labels = {};
  const Summary same = summary_of("default", 2, unknown);
  EXPECT_FALSE(same.quality.agreement);
  EXPECT_DOUBLE_EQ(same.quality.cut.modularity, s.quality.cut.modularity);
}

TEST(Summary, WarnsOfAGraphWithoutEdgesAndOfALossThatIsNotFinite) {
  Dataset data;
  data.input = {testing::graph_of(4, {}), Matrix<float>(4, 1, {1.0f, 0.9f, -1.0f, -0.9f})};
  EXPECT_THAT(summary_of("default", 2, data).warnings, ElementsAre(HasSubstr("no edges")));
  const Dataset planted = stochastic_block_model({.nodes = 60, .communities = 2}, RunContext());
  EXPECT_THAT(summary_of("paper", 2, planted, {"trained.adam.learning_rate=1e30"}).warnings,
              ElementsAre(HasSubstr("no longer finite")));
}

TEST(Summary, WarnsOfANumberThatTheMethodDoesNotReach) {
  Dataset data;
  data.input.graph = testing::graph_of(6, {{0, 1}, {2, 3}, {4, 5}});
  EXPECT_THAT(summary_of("leiden", 2, data).warnings, ElementsAre(HasSubstr("falls into 3 parts")));
  EXPECT_THAT(summary_of("louvain", 2, data).warnings, ElementsAre(HasSubstr("was ignored")));
  EXPECT_THAT(summary_of("leiden", 3, data).warnings, IsEmpty());
}

TEST(Summary, ExplainsInTheOrderOfTheDecisions) {
  Summary s;
  s.decisions = {{"attributes", "One."}, {"structure", "", "only a figure"}, {"rounding", "Two."}};
  EXPECT_EQ(s.explanation(), "One. Two.");
  add(s, Stability{.seeds = {{1.0}, {2}}, .attributes = {}, .node = {1.0}});
  EXPECT_THAT(s.explanation(), HasSubstr("One. Two. Firm: 100 % of the nodes"));
}

}  // namespace
}  // namespace cgsd
