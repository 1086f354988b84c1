#include "cgsd/pipeline/community_count.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(CommunityCount, IsWhereTheGapIsWidest) {
  const std::vector<double> eigenvalues = {0.0, 0.01, 0.02, 0.5, 0.6};
  const CommunityCount count = count_by_eigengap(eigenvalues);
  EXPECT_EQ(count.communities, 3);
  EXPECT_TRUE(count.chosen());
  ASSERT_EQ(count.gaps.size(), 4u);
  EXPECT_DOUBLE_EQ(count.gaps[2], 0.48);
}

TEST(CommunityCount, NeverProposesOneCommunityHoweverWideTheFirstGap) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 0.9, 0.95, 0.96}).communities, 2);
}

TEST(CommunityCount, PrefersFewerCommunitiesWhereGapsAreEqual) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 0.0, 0.25, 0.25, 0.5}).communities, 2);
}

TEST(CommunityCount, OfVeryFewEigenvaluesIsTheirNumber) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0}).communities, 1);
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 1.0}).communities, 2);
}

}  // namespace
}  // namespace cgsd
