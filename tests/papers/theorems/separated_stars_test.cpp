#include "papers/cgsd/theorems/separated_stars.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(SeparatedStars, JoinCentresAcrossTheClassesOnly) {
  const SeparatedStars two = separated_stars({.leaves = 3, .stars_per_class = 2}, RunContext());
  EXPECT_EQ(two.graph.nodes(), 16u);
  EXPECT_EQ(two.graph.edges(), 4u * 3u + 4u);
  for (const NodeId centre : {0u, 4u, 8u, 12u}) EXPECT_EQ(two.graph.degree(centre), 5u);
  EXPECT_EQ(two.graph.degree(1), 1u);
  EXPECT_LT(find_entry(two.graph, 0, 8), two.graph.entries());
  EXPECT_LT(find_entry(two.graph, 4, 12), two.graph.entries());
  EXPECT_EQ(find_entry(two.graph, 0, 4), two.graph.entries()) << "of one class";
  EXPECT_EQ(two.class_of[7], 0);
  EXPECT_EQ(two.class_of[8], 1);
}

}  // namespace
}  // namespace cgsd
