#include "cgsd/levels/former_parts.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Communities 1 (nodes 0 to 4, divided into 5 and 6) and 2 (nodes 5 to 7, not divided).
FormerRun run_with_parts() {
  FormerRun run;
  run.id_of = {1, 1, 1, 1, 1, 2, 2, 2, -1};
  run.id_at = {run.id_of, {5, 5, 5, 5, 6, 2, 2, 2, -1}};
  return run;
}

using Parts = std::vector<std::int32_t>;

TEST(FormerParts, AreThoseOfTheCommunityThatResemblesTheNodesMost) {
  const FormerRun run = run_with_parts();
  const FormerParts parts(&run);
  EXPECT_EQ(parts.of(std::vector<NodeId>{0, 1, 2, 3, 4}), (Parts{5, 5, 5, 5, 6}));
  // A node from elsewhere and a new one are in no part.
  EXPECT_EQ(parts.of(std::vector<NodeId>{0, 1, 2, 3, 4, 5, 8}), (Parts{5, 5, 5, 5, 6, -1, -1}));
}

TEST(FormerParts, AreNoneOfACommunityThatWasNotDivided) {
  const FormerRun run = run_with_parts();
  const FormerParts parts(&run);
  EXPECT_TRUE(parts.of(std::vector<NodeId>{5, 6, 7}).empty());
  EXPECT_TRUE(parts.of(std::vector<NodeId>{0, 1, 2, 3}).empty());  // that was part 5
  EXPECT_TRUE(parts.of(std::vector<NodeId>{4, 5, 8}).empty());     // resembles none
}

TEST(FormerParts, AreNoneWithoutAFormerRunOrItsLevels) {
  EXPECT_TRUE(FormerParts(nullptr).of(std::vector<NodeId>{0}).empty());
  FormerRun flat = run_with_parts();
  flat.id_at.clear();
  EXPECT_TRUE(FormerParts(&flat).of(std::vector<NodeId>{0, 1}).empty());
}

}  // namespace
}  // namespace cgsd
