#include "cgsd/closed_form/attribute_kmeans.hpp"

#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// Long and short rows of two directions: by length the long ones stand apart, by direction each one's own kind.
const Matrix<float> kTwoDirections(4, 2, {1.0f, 0.0f, 9.0f, 0.0f, 0.0f, 1.0f, 0.0f, 9.0f});

TEST(AttributeKmeans, JoinsRowsOfOneDirectionWhateverTheirLength) {
  const AttributedGraph input{testing::path_graph(4), Attributes(kTwoDirections)};
  const AttributeKmeansResult result = attribute_kmeans(input, {.communities = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(result.kmeans.inertia, 0.0);
  EXPECT_TRUE(result.kmeans.converged);
  EXPECT_GE(result.kmeans.iterations, 1);
}

// Of all partitions of the raw rows into three, {0, 2}, {1}, {3} is the best: inertia 2 · (½² + ½²) = 1.
TEST(AttributeKmeans, TakesRawRowsWhereAskedTo) {
  const AttributedGraph input{testing::path_graph(4), Attributes(kTwoDirections)};
  const auto result = attribute_kmeans(input, {.communities = 3, .scaling = AttributeScaling::raw}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 1, 0, 2));
  EXPECT_DOUBLE_EQ(result.kmeans.inertia, 1.0);
}

// Column 1 spans thousands and says nothing; after standardisation column 0, in which two groups differ, counts as
// much.
TEST(AttributeKmeans, GivesEveryColumnTheSameSayWhereAskedTo) {
  const Matrix<float> rows(4, 3,
                           {0.0f, 1000.0f, 0.0f, 0.0f, -1000.0f, 0.0f, 1.0f, 1000.0f, 1.0f, 1.0f, -1000.0f, 1.0f});
  const AttributedGraph input{testing::path_graph(4), Attributes(rows)};
  const auto by = [&](AttributeScaling scaling) {
    return attribute_kmeans(input, {.communities = 2, .scaling = scaling}, RunContext()).partition.community_of;
  };
  EXPECT_THAT(by(AttributeScaling::raw), ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(by(AttributeScaling::z_score), ElementsAre(0, 0, 1, 1));
}

TEST(AttributeKmeans, DoesNotDependOnTheFormOfTheAttributes) {
  const AttributedGraph input = testing::three_communities(300).input;
  for (const auto scaling : {AttributeScaling::raw, AttributeScaling::row_length, AttributeScaling::z_score}) {
    const AttributeKmeansOptions options{.communities = 3, .scaling = scaling};
    const auto given = attribute_kmeans(input, options, RunContext());
    const auto other = attribute_kmeans(testing::in_other_form(input), options, RunContext());
    EXPECT_EQ(given.partition, other.partition);
    EXPECT_EQ(given.kmeans.inertia, other.kmeans.inertia);
  }
}

TEST(AttributeKmeans, FindsCommunitiesThatTheWordsTell) {
  const Dataset data = testing::three_communities(300, 0.9);
  const auto result = attribute_kmeans(data.input, {.communities = 3}, RunContext());
  std::size_t agreeing = 0;
  for (std::size_t u = 0; u < 300; ++u) {
    for (std::size_t v = 0; v < 300; ++v) {
      const bool together = result.partition.community_of[u] == result.partition.community_of[v];
      agreeing += together == (data.labels.class_of[u] == data.labels.class_of[v]) ? 1 : 0;
    }
  }
  EXPECT_GT(agreeing, 300u * 300u * 99u / 100u);
}

TEST(AttributeKmeans, ReadsNoEdge) {
  EXPECT_EQ(
      attribute_kmeans(testing::directed_input(), {.communities = 3, .scaling = AttributeScaling::raw}, RunContext())
          .partition.communities,
      3);
}

TEST(AttributeKmeans, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>(
        [&] { attribute_kmeans(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "kmeans: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "kmeans: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "kmeans: communities = 7: more than the 6 nodes");
  EXPECT_EQ(refusal({}, 1), "kmeans: needs attributes, but the graph has none");
  EXPECT_THROW(attribute_kmeans(input, {.communities = -1}, RunContext()), InvalidArgument);
}

TEST(AttributeKmeans, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(attribute_kmeans(testing::two_triangles(), {.communities = 2}, RunContext({.stop = source.get_token()})),
               Cancelled);
}

TEST(AttributeKmeans, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(3000).input;
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return attribute_kmeans(input, {.communities = 3, .kmeans = {.restarts = 2}}, run).kmeans.inertia;
  });
}

}  // namespace
}  // namespace cgsd
