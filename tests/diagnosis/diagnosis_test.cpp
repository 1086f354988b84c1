#include "cgsd/diagnosis/diagnosis.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Diagnosis diagnosis_of(const Dataset& data, const std::vector<std::int32_t>& community_of) {
  return diagnose({data.input, data.labels, community_of, Diffusion{}}, RunContext());
}

TEST(Diagnosis, SaysWhichNormalisationsHaveAShare) {
  const Dataset karate = karate_club(RunContext());
  Diffusion one;
  one.width = 3;
  one.candidates.resize(2);  // z_score as it stands
  one.candidates[1].metric = StalkMetric::idf;
  one.chosen = 1;
  one.blocks.resize(1);
  one.blocks[0].map.metric = StalkMetric::idf;
  EXPECT_EQ(diagnose({karate.input, karate.labels, karate.labels.class_of, one}, RunContext()).attributes.shares,
            (std::vector<double>{0.0, 1.0}));
  one.blocks[0].share = 0.75;
  one.blocks.resize(2);
  one.blocks[1].share = 0.25;
  EXPECT_EQ(diagnose({karate.input, karate.labels, karate.labels.class_of, one}, RunContext()).attributes.shares,
            (std::vector<double>{0.25, 0.75}));
}

TEST(Diagnosis, OfTheKarateClub) {
  const Dataset karate = karate_club(RunContext());
  const Diagnosis d = diagnosis_of(karate, karate.labels.class_of);
  ASSERT_TRUE(d.homophily);
  EXPECT_DOUBLE_EQ(d.homophily->edge, 68.0 / 78.0);
  EXPECT_EQ(d.by_community.within.count, 68U);
  EXPECT_EQ(d.by_community.cross.count, 10U);
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
  EXPECT_TRUE(std::isnan(d.higher_within));
  EXPECT_TRUE(std::isnan(d.open_share));
  EXPECT_DOUBLE_EQ(d.largest_class_share, 1.0);
}

// 0–1–2–3–4: curvatures 1, 0, 0, 1. A star of eight leaves: 4 − 8 − 1 = −5, and σ(−5) = 0.0067.
TEST(Diagnosis, MeasuresCurvatureWithinAndAcrossAndTheGate) {
  Dataset data;
  data.input.graph = testing::path_graph(5);
  data.labels.class_of = {0, 0, 1, 1, 1};
  const Diagnosis path = diagnosis_of(data, data.labels.class_of);
  EXPECT_DOUBLE_EQ(path.by_community.within.mean, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(path.higher_within, 2.5 / 3.0);
  EXPECT_DOUBLE_EQ(path.open_share, 1.0);
  data.input.graph = testing::star_graph(8);
  data.labels = {};
  EXPECT_DOUBLE_EQ(diagnosis_of(data, std::vector<std::int32_t>(9, 0)).open_share, 0.0);
}

TEST(Diagnosis, RefusesDirectedGraphs) {
  Dataset data;
  data.input.graph = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(diagnosis_of(data, {0, 1}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
