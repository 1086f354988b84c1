#include "cgsd/attributes/structural_attributes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

// A triangle 0 1 2 with a tail 2–3, and the isolated node 4. Raw figures by hand:
//   log(1 + d): log 3, log 3, log 4, log 2, 0        clustering: 1, 1, 1/3, 0, 0
//   mean of log(1 + d) over the neighbours: (log 3 + log 4) / 2 (twice), (2 log 3 + log 2) / 3, log 4, 0
//   deviation of these: (log 4 − log 3) / 2 (twice), √2 / 3 · (log 3 − log 2), 0, 0
//   return in two steps: 1/(2·2) + 1/(2·3) = 5/12 (twice), 1/(3·2)·2 + 1/(3·1) = 2/3, 1/(1·3) = 1/3, 0
TEST(StructuralAttributes, AreTheStandardisedFiguresOfEachNode) {
  const Matrix<float> f = structural_attributes(graph_of(5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}), RunContext());
  ASSERT_EQ(f.rows(), 5u);
  ASSERT_EQ(f.cols(), 5u);
  const auto expect_column = [&](std::size_t j, std::vector<double> raw) {
    double mean = 0.0;
    for (const double x : raw) mean += x / 5.0;
    double variance = 0.0;
    for (const double x : raw) variance += (x - mean) * (x - mean) / 5.0;
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(f(i, j), (raw[i] - mean) / std::sqrt(variance), 1e-6) << i << j;
  };
  expect_column(0, {std::log(3.0), std::log(3.0), std::log(4.0), std::log(2.0), 0.0});
  expect_column(1, {1.0, 1.0, 1.0 / 3.0, 0.0, 0.0});
  const double middle = (std::log(3.0) + std::log(4.0)) / 2.0;
  expect_column(2, {middle, middle, (2.0 * std::log(3.0) + std::log(2.0)) / 3.0, std::log(4.0), 0.0});
  const double apart = std::log(4.0 / 3.0) / 2.0;
  expect_column(3, {apart, apart, std::sqrt(2.0) / 3.0 * std::log(1.5), 0.0, 0.0});
  expect_column(4, {5.0 / 12.0, 5.0 / 12.0, 2.0 / 3.0, 1.0 / 3.0, 0.0});
}

TEST(StructuralAttributes, AreZeroWhereAllNodesAreAlike) {
  const Matrix<float> f = structural_attributes(testing::cycle_graph(8), RunContext());
  for (const float x : f.values()) EXPECT_EQ(x, 0.0f);
}

TEST(StructuralAttributes, TakeDirectedGraphsWithLoops) {
  const Matrix<float> f =
      structural_attributes(graph_of(3, {{0, 0}, {0, 1}, {1, 2}}, {.directed = true}), RunContext());
  // Entries that leave: 2, 1, 0. No clustering; neighbours' log(1 + d): {log 3, log 2}, {0}, none.
  const auto expect_column = [&](std::size_t j, double first, double second, double third) {
    const double mean = (first + second + third) / 3.0;
    const double deviation = std::sqrt((first * first + second * second + third * third) / 3.0 - mean * mean);
    EXPECT_NEAR(f(0, j), (first - mean) / deviation, 1e-6) << j;
    EXPECT_NEAR(f(1, j), (second - mean) / deviation, 1e-6) << j;
    EXPECT_NEAR(f(2, j), (third - mean) / deviation, 1e-6) << j;
  };
  expect_column(0, std::log(3.0), std::log(2.0), 0.0);
  for (std::size_t u = 0; u < 3; ++u) EXPECT_EQ(f(u, 1), 0.0f);
  expect_column(2, (std::log(3.0) + std::log(2.0)) / 2.0, 0.0, 0.0);
  expect_column(3, std::log(1.5) / 2.0, 0.0, 0.0);
  expect_column(4, 1.0 / 4.0 + 1.0 / 2.0, 0.0, 0.0);  // 0→0→0 and 0→1→0; nobody leaves 2
}

TEST(StructuralAttributes, HaveTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(3000, 0.003, 5);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return structural_attributes(graph, run); });
}

TEST(IdentityAttributes, GiveEveryNodeItsOwn) {
  const Matrix<float> f = to_dense(identity_attributes(3));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(f(i, j), i == j ? 1.0f : 0.0f);
  }
}

TEST(AttributesOf, TakesGivenOnesAndMakesOthersOnlyWhereAsked) {
  const AttributedGraph with{graph_of(2, {{0, 1}}), Matrix<float>(2, 3)};
  const AttributedGraph without{graph_of(2, {{0, 1}}), {}};
  Attributes made;
  EXPECT_EQ(attributes_of(with, AttributeSource::automatic, made, RunContext()).dense().data(),
            with.attributes.dense().data());
  EXPECT_TRUE(made.none());
  EXPECT_EQ(attributes_of(with, AttributeSource::structural, made, RunContext()).cols(), 5u);
  EXPECT_EQ(attributes_of(without, AttributeSource::identity, made, RunContext()).cols(), 2u);
  EXPECT_EQ(attributes_of(without, AttributeSource::automatic, made, RunContext()).cols(), 5u);
  EXPECT_THROW(attributes_of(without, AttributeSource::given, made, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
