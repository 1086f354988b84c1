#include "cgsd/closed_form/knn_njw.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/neighbours/cosine_neighbours.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Lt;

// With two neighbours each, the three nodes of either word form a triangle.
TEST(KnnNjw, CutsTheNeighbourGraphByHand) {
  const KnnNjwResult result =
      knn_njw(testing::two_triangles(), {.communities = 2, .knn = {.neighbours = 2}}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_EQ(result.knn_edges, 6u);
  EXPECT_EQ(result.spectrum.components, 2);
  EXPECT_THAT(result.spectrum.residuals, Each(Lt(1e-10)));
  EXPECT_TRUE(result.kmeans.converged);
}

TEST(KnnNjw, IsTheSpectralCutOfTheNeighbourGraph) {
  const AttributedGraph input = testing::three_communities(200).input;
  const KnnNjwResult result = knn_njw(input, {.communities = 3}, RunContext());
  const Graph graph = knn_graph(cosine_neighbours(input.attributes, {}, RunContext()), RunContext());
  EXPECT_EQ(result.partition, graph_spectral(graph, {.communities = 3}, RunContext()).partition);
  EXPECT_EQ(result.knn_edges, graph.edges());
}

TEST(KnnNjw, ReadsNoEdge) {
  EXPECT_EQ(knn_njw(testing::directed_input(), {.communities = 2}, RunContext()).knn_edges, 3u);
}

TEST(KnnNjw, DoesNotDependOnTheFormOfTheAttributes) {
  const AttributedGraph input = testing::three_communities(200).input;
  EXPECT_EQ(knn_njw(input, {.communities = 3}, RunContext()).partition,
            knn_njw(testing::in_other_form(input), {.communities = 3}, RunContext()).partition);
}

TEST(KnnNjw, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>([&] { knn_njw(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "knn-njw: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "knn-njw: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "knn-njw: communities = 7: more than the 6 nodes");
  EXPECT_EQ(refusal({testing::path_graph(1), Attributes(Matrix<float>(1, 1, {1.0f}))}, 1),
            "knn-njw: needs at least two nodes");
  EXPECT_THROW(knn_njw(input, {.communities = 2, .knn = {.neighbours = -1}}, RunContext()), InvalidArgument);
}

TEST(KnnNjw, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(1000).input;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return knn_njw(input, {.communities = 3}, run).partition; });
}

}  // namespace
}  // namespace cgsd
