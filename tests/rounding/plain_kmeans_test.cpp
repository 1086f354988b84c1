#include "cgsd/rounding/plain_kmeans.hpp"

#include <gtest/gtest.h>

#include "tests/rounding/two_clouds.hpp"

namespace cgsd {
namespace {

using testing::expect_two_clouds;
using testing::two_clouds;

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
