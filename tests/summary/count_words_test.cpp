#include "cgsd/summary/count_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::HasSubstr;

CommunityCount counted(std::int32_t communities, std::int32_t least, std::int32_t most) {
  CommunityCount count;
  count.reason = CountReason::halves;
  count.communities = communities;
  count.least = least;
  count.most = most;
  return count;
}

TEST(CountPhrase, HasTheRange) {
  EXPECT_EQ(count_phrase(counted(6, 5, 8)), "6; 5 to 8 are nearly as good");
  EXPECT_EQ(count_phrase(counted(6, 6, 6)), "6");
  EXPECT_EQ(count_phrase(counted(6, 6, 7)), "6; 7 is nearly as good");
  EXPECT_EQ(count_phrase(counted(7, 6, 7)), "7; 6 is nearly as good");
}

TEST(CountPhrase, OfNothingSaysSo) {
  CommunityCount count = counted(1, 1, 1);
  count.reason = CountReason::nothing;
  EXPECT_EQ(count_phrase(count), "none beyond chance");
  EXPECT_THAT(count_words(count), HasSubstr("-k C"));
}

TEST(CountWords, AreNoneIfTheNumberWasAskedFor) {
  EXPECT_EQ(count_phrase(asked_for(4)), "");
  EXPECT_EQ(count_words(asked_for(4)), "");
}

TEST(CountWords, NameTheSourceOfAConfirmedCount) {
  CommunityCount count = counted(4, 4, 4);
  count.reason = CountReason::confirmed;
  count.attributes.communities = 4;
  EXPECT_THAT(count_words(count), HasSubstr("The attributes show 4 groups"));
  count.topology.communities = 4;
  EXPECT_THAT(count_words(count), HasSubstr("Edges and attributes show 4 groups"));
}

TEST(CountWords, ShowTheWidestGaps) {
  EXPECT_THAT(count_words(count_by_eigengap(std::vector<double>{0.0, 0.01, 0.02, 0.5, 0.6})),
              HasSubstr("0.480 after 3"));
}

}  // namespace
}  // namespace cgsd
