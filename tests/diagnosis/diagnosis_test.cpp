#include "cgsd/diagnosis/diagnosis.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/diagnosis/advice.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

Diagnosis diagnosis_of(const Dataset& data, const std::vector<std::int32_t>& community_of) {
  return diagnose({data.input, data.labels, community_of, Diffusion{}}, RunContext());
}

TEST(Diagnosis, OfTheKarateClub) {
  const Dataset karate = karate_club(RunContext());
  const Diagnosis d = diagnosis_of(karate, karate.labels.class_of);
  ASSERT_TRUE(d.homophily);
  EXPECT_DOUBLE_EQ(d.homophily->edge, 68.0 / 78.0);
  EXPECT_EQ(d.by_community.within.count, 68U);
  EXPECT_EQ(d.by_community.cross.count, 10U);
  EXPECT_EQ(d.lemma1.curvature_bound.low, 4.0 - 2 * 17.0);  // the largest degree is 17
  EXPECT_DOUBLE_EQ(d.theorem2.coverage, 68.0 / 78.0);
  EXPECT_DOUBLE_EQ(d.theorem3.measured, d.by_community.gap_of_means);
  EXPECT_EQ(d.theorem1.gap, d.by_community.gap_of_extremes);
  EXPECT_DOUBLE_EQ(d.largest_class_share, 18.0 / 34.0);
  EXPECT_FALSE(d.nearest_neighbour);
  EXPECT_TRUE(d.attributes.metrics.empty());
}

TEST(Diagnosis, WithoutLabelsHasNoFiguresOfLabels) {
  Dataset data = karate_club(RunContext());
  const auto halves = data.labels.class_of;
  data.labels = {};
  const Diagnosis d = diagnosis_of(data, halves);
  EXPECT_FALSE(d.homophily);
  EXPECT_EQ(d.by_community.cross.count, 10U);
}

TEST(Diagnosis, BearsGraphsWithNothingInThem) {
  Dataset data;
  data.input.graph = testing::graph_of(1, {});
  data.labels.class_of = {0};
  const Diagnosis d = diagnosis_of(data, data.labels.class_of);
  EXPECT_EQ(d.curvature.count, 0U);
  EXPECT_EQ(d.lemma1.verdict, Verdict::premise_not_met);
  EXPECT_EQ(d.theorem1.verdict, Verdict::premise_not_met);
  EXPECT_EQ(d.lemma2.tails, Verdict::premise_not_met);
  EXPECT_EQ(d.theorem2.verdict, Verdict::premise_not_met);
  EXPECT_EQ(d.theorem3.verdict, Verdict::premise_not_met);
  EXPECT_EQ(d.lemma3.verdict, Verdict::premise_not_met);
  EXPECT_THAT(advice(d).front(), HasSubstr("no edges"));
}

TEST(Diagnosis, RefusesDirectedGraphs) {
  Dataset data;
  data.input.graph = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(diagnosis_of(data, {0, 1}), InvalidArgument);
}

Diagnosis with_attributes(SheafSign sign, EdgeAgreement agreement) {
  const Dataset karate = karate_club(RunContext());
  Diagnosis d = diagnosis_of(karate, karate.labels.class_of);
  d.homophily.reset();
  d.attributes = {{MetricEvidence{}}, 0, agreement, sign};
  return d;
}

TEST(Advice, FollowsWhatEdgesDoToAttributes) {
  const auto first = [](SheafSign sign, EdgeAgreement agreement) {
    return advice(with_attributes(sign, agreement)).front();
  };
  EXPECT_THAT(first({.use = 1, .pull = 1}, {.edges = 0.4, .significance = 30}), HasSubstr("pulls them together"));
  EXPECT_THAT(first({.use = 1, .push = 1}, {.edges = -0.1, .significance = -9}), HasSubstr("less than chance"));
  EXPECT_THAT(first({.use = 1, .push = 1}, {.edges = 0.1, .significance = 9}), HasSubstr("does not last"));
  EXPECT_THAT(first({.use = 1, .pull = 1}, {.edges = -0.3, .significance = -9}), HasSubstr("what a node is not"));
  EXPECT_THAT(first({.use = 0}, {.edges = 0.0, .significance = 1}), HasSubstr("no more than chance"));
  EXPECT_THAT(first({.use = 0}, {.edges = 0.1, .significance = 9}), HasSubstr("Neighbours of neighbours"));
  EXPECT_THAT(first({.use = 1}, {.edges = 0.1, .significance = 9}), HasSubstr("somewhat alike"));
}

TEST(Advice, SaysWhereClassesAndAttributesDisagreeAboutEdges) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.homophily =
      Homophily{.edge = 0.9, .node = 0.9, .adjusted = 0.8, .label_informativeness = 0.7, .labelled_edges = 78};
  EXPECT_THAT(advice(d)[1], HasSubstr("follow the edges (adjusted homophily 0.80) although attributes do not"));
}

TEST(Advice, WarnsOfAGateThatIsShutAndCurvatureThatMisleads) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.printed_gate = {.slightly = 0.02, .half = 0.0};
  d.lemma2.higher_within = 0.3;
  const auto said = advice(d);
  EXPECT_THAT(said[1], HasSubstr("shut on 98.0 %"));
  EXPECT_THAT(said[2], HasSubstr("30 % of the cases: a gate by curvature favours the wrong"));
}

}  // namespace
}  // namespace cgsd
