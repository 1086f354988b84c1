#include "cgsd/report/evidence_facts.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"
#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

// Forman curvature is 4 − d_u − d_v. Degrees 3, 2, 2, 2, 1, 0: within −1, −1, 0 and 1; between −1.
TEST(EvidenceFacts, TellCurvatureWithinFromBetween) {
  const testing::RunCase run;
  const auto facts = curvature_facts(run.data.input.graph, run.found.partition, RunContext());
  EXPECT_EQ(facts.at("within").at("edges"), 4);
  EXPECT_EQ(facts.at("between").at("edges"), 1);
  EXPECT_EQ(facts.at("within").at("median"), -0.5);
  EXPECT_EQ(facts.at("between").at("median"), -1.0);
  double all = 0.0;
  for (const double share : facts.at("within").at("percent")) all += share;
  EXPECT_NEAR(all, 100.0, 1e-4);
}

// Weight 10 in both directions; out of 0: 7, of which 6 inside; out of 1: 3, of which 2 inside.
TEST(EvidenceFacts, CompareEdgesBetweenCommunitiesWithChance) {
  const testing::RunCase run;
  const auto ratios = mixing_facts(run.data.input.graph, run.found.partition).at("ratios");
  EXPECT_NEAR(ratios[0][0].get<double>(), 6.0 * 10.0 / 49.0, 1e-6);
  EXPECT_NEAR(ratios[0][1].get<double>(), 1.0 * 10.0 / 21.0, 1e-6);
  EXPECT_NEAR(ratios[1][1].get<double>(), 2.0 * 10.0 / 9.0, 1e-6);
}

TEST(EvidenceFacts, CountClassesInCommunities) {
  const testing::RunCase run;
  EXPECT_EQ(class_facts(run.data.labels, run.found.partition).at("counts"), (nlohmann::ordered_json{{2, 1}, {0, 2}}));
  EXPECT_TRUE(class_facts(Labels(), run.found.partition).is_null());
}

TEST(EvidenceFacts, CountNodesByConfidence) {
  const auto facts = confidence_facts({0.0, 0.049, 0.05, 1.0, std::nan("")});
  EXPECT_EQ(facts.at("bins").at(0), 2);
  EXPECT_EQ(facts.at("bins").at(1), 1);
  EXPECT_EQ(facts.at("bins").at(19), 1);
  EXPECT_EQ(facts.at("none"), 1);
}

// Points along the first axis: it holds nearly all of the variance, and its order is theirs.
TEST(EvidenceFacts, DrawTheEmbeddingByItsPrincipalComponents) {
  const testing::RunCase run;
  PackedArrays arrays;
  const auto facts = add_scatter(arrays, run.embedding, RunContext());
  EXPECT_EQ(facts.at("dimensions"), 2);
  EXPECT_GT(facts.at("shares")[0].get<double>(), 0.9);
  EXPECT_NEAR(facts.at("shares")[0].get<double>() + facts.at("shares")[1].get<double>(), 1.0, 1e-5);
  const auto x = testing::PackedReader(arrays).numbers<std::uint16_t>("scatter_x");
  EXPECT_TRUE(std::ranges::is_sorted(x) || std::ranges::is_sorted(x, std::greater<>()));
}

TEST(EvidenceFacts, AreAbsentIfThereIsNothingToDraw) {
  PackedArrays arrays;
  EXPECT_TRUE(add_scatter(arrays, Matrix<float>(), RunContext()).is_null());
  EXPECT_TRUE(add_scatter(arrays, Matrix<float>(5, 2), RunContext()).is_null());
  const Graph lonely = testing::graph_of(3, {});
  EXPECT_TRUE(curvature_facts(lonely, {{0, 0, 1}, 2}, RunContext()).is_null());
  EXPECT_TRUE(mixing_facts(lonely, {{0, 0, 1}, 2}).is_null());
}

}  // namespace
}  // namespace cgsd
