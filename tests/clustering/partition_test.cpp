#include "cgsd/clustering/partition.hpp"

#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Classes = std::vector<std::int32_t>;

TEST(NumberedBySize, PutsTheLargestFirst) {
  const Partition p = numbered_by_size(Classes{7, 3, 3, 7, 3, 9});
  EXPECT_THAT(p.community_of, ElementsAre(1, 0, 0, 1, 0, 2));
  EXPECT_EQ(p.communities, 3);
}

TEST(NumberedBySize, PutsTheLowestNodeFirstAmongEquals) {
  EXPECT_THAT(numbered_by_size(Classes{5, 1, 1, 5, 0, 0}).community_of, ElementsAre(0, 1, 1, 0, 2, 2));
}

TEST(NumberedBySize, TakesAnyNumbersForNames) {
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<std::int32_t>::max();
  EXPECT_THAT(numbered_by_size(Classes{kHighest, kLowest, -1, kLowest}).community_of, ElementsAre(1, 0, 2, 0));
}

TEST(NumberedBySize, OfNoNodesIsNone) {
  EXPECT_EQ(numbered_by_size(Classes{}).communities, 0);
  EXPECT_THAT(numbered_by_size(Classes{}).community_of, IsEmpty());
}

// Whatever the names: the same nodes together, sizes that fall, first nodes that rise among equal sizes.
TEST(NumberedBySize, KeepsThePartition) {
  RandomSequence random{RandomStream(2)};
  Classes names(300);
  for (auto& c : names) c = static_cast<std::int32_t>(random.below(40)) * 1000 - 7;
  const Partition p = numbered_by_size(names);
  std::map<std::int32_t, std::int32_t> number;
  for (std::size_t v = 0; v < 300; ++v) {
    EXPECT_EQ(number.emplace(names[v], p.community_of[v]).first->second, p.community_of[v]);
  }
  EXPECT_EQ(number.size(), static_cast<std::size_t>(p.communities));
  const auto sizes = community_sizes(p);
  std::vector<std::size_t> first(sizes.size(), 300);
  for (std::size_t v = 300; v-- > 0;) first[static_cast<std::size_t>(p.community_of[v])] = v;
  for (std::size_t c = 1; c < sizes.size(); ++c) {
    EXPECT_TRUE(sizes[c - 1] > sizes[c] || (sizes[c - 1] == sizes[c] && first[c - 1] < first[c])) << c;
  }
}

TEST(CommunitySizes, CountNodes) {
  EXPECT_THAT(community_sizes({.community_of = {0, 2, 0, 1, 0}, .communities = 3}), ElementsAre(3, 1, 1));
  EXPECT_THAT(community_sizes({}), IsEmpty());
}

}  // namespace
}  // namespace cgsd
