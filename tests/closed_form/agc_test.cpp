#include "cgsd/closed_form/agc.hpp"

#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// Clusters {0, 2} and {4}: (0 + 4 + 4 + 0) / 4 = 2 and 0, on average 1.
TEST(Agc, MeasuresTheSpreadByHand) {
  const Matrix<float> rows(3, 1, {0.0f, 4.0f, 2.0f});
  EXPECT_DOUBLE_EQ(cluster_spread(rows, {{0, 1, 0}, 2}), 1.0);
}

// The slow twin: all pairs.
TEST(Agc, MeasuresTheSpreadOverAllPairs) {
  const Matrix<float> rows = testing::random_matrix<float>(30, 5, 1);
  Partition partition{std::vector<std::int32_t>(30), 4};
  for (std::size_t i = 0; i < 30; ++i) partition.community_of[i] = static_cast<std::int32_t>(i * i % 7 % 4);
  partition = numbered_by_size(partition.community_of);
  const auto sizes = community_sizes(partition);
  double expected = 0.0;
  for (std::size_t u = 0; u < 30; ++u) {
    for (std::size_t v = 0; v < 30; ++v) {
      if (partition.community_of[u] != partition.community_of[v]) continue;
      const double size = double(sizes[static_cast<std::size_t>(partition.community_of[u])]);
      for (std::size_t j = 0; j < 5; ++j)
        expected += std::pow(double(rows(u, j)) - double(rows(v, j)), 2) / size / size;
    }
  }
  EXPECT_NEAR(cluster_spread(rows, partition), expected / partition.communities, 1e-12);
}

TEST(Agc, FindsTwoTriangles) {
  const AgcResult result = agc(testing::two_triangles(), {.communities = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.singular_values.size(), 2u);
}

// Every spread up to the chosen t falls, the next one rises.
TEST(Agc, StopsWhereTheSpreadRises) {
  const AttributedGraph input = testing::blurred_communities();
  const AgcResult result = agc(input, {.communities = 3, .repetitions = 3, .kmeans = {.restarts = 3}}, RunContext());
  const auto chosen = static_cast<std::size_t>(result.steps);
  ASSERT_EQ(result.stop, AgcStop::spread_rose);
  ASSERT_EQ(result.spreads.size(), chosen + 1);
  for (std::size_t t = 1; t < chosen; ++t) EXPECT_LE(result.spreads[t], result.spreads[t - 1]);
  EXPECT_GT(result.spreads[chosen], result.spreads[chosen - 1]);
}

TEST(Agc, GivesThePartitionOfTheStepItNames) {
  const AttributedGraph input = testing::blurred_communities();
  AgcOptions options{.communities = 3, .repetitions = 3, .kmeans = {.restarts = 3}};
  const AgcResult whole = agc(input, options, RunContext());
  options.max_steps = whole.steps;
  const AgcResult cut = agc(input, options, RunContext());
  EXPECT_EQ(cut.stop, AgcStop::max_steps);
  EXPECT_EQ(cut.steps, whole.steps);
  EXPECT_EQ(cut.partition, whole.partition);
  EXPECT_EQ(cut.singular_values, whole.singular_values);
}

// One node in each of two attributes and no edges: nothing is smoothed, the spread stays 0, all steps are used.
TEST(Agc, UsesAllStepsWhereNothingChanges) {
  const AttributedGraph input{testing::graph_of(2, {}), Attributes(Matrix<float>(2, 2, {2.0f, 0.0f, 0.0f, 1.0f}))};
  const AgcResult result = agc(input, {.communities = 2, .max_steps = 4}, RunContext());
  EXPECT_EQ(result.stop, AgcStop::max_steps);
  EXPECT_EQ(result.steps, 4);
  EXPECT_THAT(result.spreads, ElementsAre(0.0, 0.0, 0.0, 0.0));
  EXPECT_THAT(result.singular_values, ElementsAre(::testing::DoubleEq(2.0), ::testing::DoubleEq(1.0)));
}

TEST(Agc, DoesNotDependOnTheFormOfTheAttributes) {
  const AttributedGraph input = testing::three_communities(150).input;
  const AgcOptions options{.communities = 3, .max_steps = 3, .repetitions = 2};
  const AgcResult given = agc(input, options, RunContext());
  const AgcResult other = agc(testing::in_other_form(input), options, RunContext());
  EXPECT_EQ(given.spreads, other.spreads);
  EXPECT_EQ(given.partition, other.partition);
}

TEST(Agc, GivesOneCommunityWhereAllAttributesAreZero) {
  const AttributedGraph input{testing::path_graph(4), Attributes(Matrix<float>(4, 2))};
  EXPECT_EQ(agc(input, {.communities = 2, .max_steps = 2}, RunContext()).partition.communities, 1);
}

TEST(Agc, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>([&] { agc(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "agc: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "agc: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "agc: communities = 7: more than the 6 nodes");
  EXPECT_EQ(refusal(testing::directed_input(), 2), "agc: needs an undirected graph; leave --directed out");
  EXPECT_THROW(agc(input, {.communities = 2, .max_steps = 0}, RunContext()), InvalidArgument);
}

TEST(Agc, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(agc(testing::two_triangles(), {.communities = 2}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Agc, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(400).input;
  const AgcOptions options{
      .communities = 3, .max_steps = 2, .repetitions = 3, .svd = {.dense_limit = 0}, .kmeans = {.restarts = 2}};
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return agc(input, options, run).spreads; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return agc(input, options, run).partition; });
}

}  // namespace
}  // namespace cgsd
