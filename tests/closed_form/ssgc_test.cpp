#include "cgsd/closed_form/ssgc.hpp"

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

// Two joined nodes, P = [½ ½; ½ ½]: with α = ¼ and any K, row 0 is ¼ (1, 0) + ¾ (½, ½) = (5, 3) / 8.
TEST(Ssgc, AveragesTwoNodesByHand) {
  const AttributedGraph input{testing::path_graph(2), Attributes(Matrix<float>(2, 2, {7.0f, 0.0f, 0.0f, 2.0f}))};
  for (const std::int32_t steps : {1, 4}) {
    const SsgcResult result = ssgc(input, {.communities = 2, .steps = steps, .alpha = 0.25}, RunContext());
    EXPECT_NEAR(result.embedding(0, 0), 5.0 / std::sqrt(34.0), 1e-6);
    EXPECT_NEAR(result.embedding(0, 1), 3.0 / std::sqrt(34.0), 1e-6);
    EXPECT_NEAR(result.embedding(1, 0), 3.0 / std::sqrt(34.0), 1e-6);
  }
}

TEST(Ssgc, FindsTwoTriangles) {
  const SsgcResult result = ssgc(testing::two_triangles(), {.communities = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_TRUE(result.kmeans.converged);
}

// The slow twin: powers of a dense P, in double, one after another.
TEST(Ssgc, IsTheFormulaOfDenseMatrices) {
  const AttributedGraph input = testing::three_communities(40).input;
  const Graph& graph = input.graph;
  const Matrix<float> words = dense_copy(input.attributes);
  const std::size_t n = graph.nodes();
  Matrix<double> x(n, words.cols());
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    for (const float w : words.row(i)) sum += static_cast<double>(w);
    for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) = static_cast<double>(words(i, j)) / sum;
  }
  Matrix<double> h(n, x.cols());
  for (std::size_t k = 0; k < h.values().size(); ++k) h.values()[k] = 0.3 * x.values()[k];
  for (int step = 0; step < 5; ++step) {
    Matrix<double> next(n, x.cols());
    for (NodeId u = 0; u < n; ++u) {
      for (NodeId v = 0; v < n; ++v) {
        if (u != v && find_entry(graph, u, v) == graph.entries()) continue;
        const double p = 1.0 / std::sqrt((1.0 + double(graph.degree(u))) * (1.0 + double(graph.degree(v))));
        for (std::size_t j = 0; j < x.cols(); ++j) next(u, j) += p * x(v, j);
      }
    }
    x = next;
    for (std::size_t k = 0; k < h.values().size(); ++k) h.values()[k] += 0.7 / 5.0 * x.values()[k];
  }
  const SsgcResult result = ssgc(input, {.communities = 3, .steps = 5, .alpha = 0.3}, RunContext());
  for (std::size_t i = 0; i < n; ++i) {
    double squared = 0.0;
    for (const double value : h.row(i)) squared += value * value;
    for (std::size_t j = 0; j < h.cols(); ++j)
      EXPECT_NEAR(static_cast<double>(result.embedding(i, j)), h(i, j) / std::sqrt(squared), 1e-6);
  }
}

TEST(Ssgc, DoesNotDependOnTheFormOfTheAttributes) {
  const AttributedGraph input = testing::three_communities(200).input;
  const SsgcResult given = ssgc(input, {.communities = 3}, RunContext());
  const SsgcResult other = ssgc(testing::in_other_form(input), {.communities = 3}, RunContext());
  EXPECT_EQ(given.embedding, other.embedding);
  EXPECT_EQ(given.partition, other.partition);
}

TEST(Ssgc, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>([&] { ssgc(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "ssgc: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "ssgc: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "ssgc: communities = 7: more than the 6 nodes");
  EXPECT_EQ(refusal(testing::directed_input(), 2), "ssgc: needs an undirected graph; leave --directed out");
  EXPECT_THROW(ssgc(input, {.communities = 2, .alpha = 1.5}, RunContext()), InvalidArgument);
}

TEST(Ssgc, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(ssgc(testing::two_triangles(), {.communities = 2}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Ssgc, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(600).input;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return ssgc(input, {.communities = 3, .kmeans = {.restarts = 2}}, run).embedding; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return ssgc(input, {.communities = 3, .kmeans = {.restarts = 2}}, run).partition; });
}

}  // namespace
}  // namespace cgsd
