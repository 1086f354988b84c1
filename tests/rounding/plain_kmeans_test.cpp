#include "cgsd/rounding/plain_kmeans.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Ten points on a line, five near 0 and five near 10.
Matrix<float> two_clouds() { return {10, 1, {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 10.0f, 10.1f, 10.2f, 10.3f, 10.4f}}; }

void expect_two_clouds(const Partition& found) {
  ASSERT_EQ(found.communities, 2);
  for (std::size_t v = 0; v < 10; ++v) EXPECT_EQ(found.community_of[v] == found.community_of[0], v < 5) << v;
}

TEST(PlainKmeans, DividesTheEmbeddingAsItIs) {
  const PlainKmeansRounding r = round_kmeans(two_clouds(), 2, {}, RunContext());
  expect_two_clouds(r.clustering.partition);
  // Inertia of {0, .1, .2, .3, .4} about .2 is .1, twice.
  EXPECT_NEAR(r.clustering.inertia, 0.2, 1e-4);
}

TEST(PlainKmeans, GivesAsManyAsItIsAskedFor) {
  EXPECT_EQ(round_kmeans(two_clouds(), 10, {}, RunContext()).clustering.partition.communities, 10);
  EXPECT_EQ(round_kmeans(two_clouds(), 1, {}, RunContext()).clustering.partition.communities, 1);
}

}  // namespace
}  // namespace cgsd
