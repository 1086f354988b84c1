#include "cgsd/metrics/scores.hpp"

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Classes = std::vector<std::int32_t>;

// Worked out in agreement_test.cpp and accuracy_test.cpp: each figure must come from its own function.
TEST(Scores, PutEachFigureInItsPlace) {
  // NMI 4/5, ARI 4/7; two of the three classes find a community: 3 of 4 nodes, F1 (1 + 2/3 + 0) / 3.
  const Agreement found = agreement(Classes{0, 0, 1, 2}, Classes{0, 0, 1, 1});
  EXPECT_EQ(found.nodes, 4u);
  EXPECT_NEAR(found.nmi, 0.8, 1e-15);
  EXPECT_NEAR(found.ari, 4.0 / 7.0, 1e-15);
  EXPECT_NEAR(found.accuracy, 0.75, 1e-15);
  EXPECT_NEAR(found.macro_f1, 5.0 / 9.0, 1e-15);
  EXPECT_NEAR(found.largest_class, 0.5, 1e-15);  // two of four
  // E[I] over the 6 ways to place the two communities of two: of these 2 keep the pair {0, 1} together (I = log 2), 4
  // split it (I = log 2 / 2): E = 2/3 log 2. AMI = (1 − 2/3) / (5/4 − 2/3) = 4/7.
  EXPECT_NEAR(found.ami, 4.0 / 7.0, 1e-12);
}

TEST(Scores, JudgeTheCutAlwaysAndTheAgreementOnlyWithClasses) {
  const Graph graph = testing::path_graph(4);
  const Classes communities = {0, 0, 1, 1};
  const auto judged = [&](const Labels& labels) { return scores(graph, communities, labels, RunContext()); };
  EXPECT_NEAR(judged({}).cut.coverage, 2.0 / 3.0, 1e-15);
  EXPECT_FALSE(judged({}).agreement.has_value());
  EXPECT_FALSE(judged({.class_of = {-1, -1, -1, -1}, .class_names = {}}).agreement.has_value());
}

TEST(Scores, OfNoNodesHaveNoLargestClass) { EXPECT_EQ(agreement({}, {}).largest_class, 0.0); }

TEST(Scores, LeaveNodesWithoutAClassOutOfTheAgreementAlone) {
  const Graph graph = testing::path_graph(4);
  const Scores found = scores(graph, Classes{0, 0, 1, 1}, {.class_of = {5, -1, 2, 5}, .class_names = {}}, RunContext());
  ASSERT_TRUE(found.agreement.has_value());
  EXPECT_EQ(found.agreement->nodes, 3u);
  EXPECT_NEAR(found.agreement->accuracy, 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(found.cut.coverage, 2.0 / 3.0, 1e-15);
}

}  // namespace
}  // namespace cgsd
