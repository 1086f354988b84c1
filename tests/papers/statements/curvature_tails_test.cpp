#include "papers/cgsd/statements/curvature_tails.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(CurvatureTails, AreCountedFromTheMeanInDeviations) {
  // Mean 2, s = 4: the two tens are 2 s away.
  const CurvatureTails found = curvature_tails({.within = {{0, 8}, {10, 2}}, .cross = {{1, 1}, {2, 1}}});
  ASSERT_EQ(found.within.size(), 4U);
  EXPECT_DOUBLE_EQ(found.within[0].t, 1.5);
  EXPECT_DOUBLE_EQ(found.within[0].share, 0.2);
  EXPECT_DOUBLE_EQ(found.within[0].bound, 4.0 / 9.0);
  EXPECT_DOUBLE_EQ(found.within[1].share, 0.2);
  EXPECT_DOUBLE_EQ(found.within[1].bound, 0.25);
  EXPECT_DOUBLE_EQ(found.within[2].share, 0.0);
  EXPECT_EQ(found.tails, Verdict::holds);
}

TEST(CurvatureTails, PairsInTheWrongOrderIncludeTies) {
  const CurvatureTails apart = curvature_tails({.within = {{0, 8}, {10, 2}}, .cross = {{1, 1}, {2, 1}}});
  EXPECT_DOUBLE_EQ(apart.wrong_order, 0.8);                           // all eight zeros lie below both
  EXPECT_DOUBLE_EQ(apart.wrong_order_bound, 16.25 / (16.25 + 0.25));  // gap ½, variances 16 and ¼
  EXPECT_EQ(apart.order, Verdict::holds);
  const CurvatureTails tied = curvature_tails({.within = {{1, 1}, {3, 1}}, .cross = {{0, 1}, {1, 1}}});
  EXPECT_DOUBLE_EQ(tied.wrong_order, 0.25);
}

TEST(CurvatureTails, TheOrderHasAPremise) {
  const CurvatureTails found = curvature_tails({.within = {{0, 1}, {1, 1}}, .cross = {{4, 2}}});
  EXPECT_DOUBLE_EQ(found.wrong_order, 1.0);
  EXPECT_TRUE(std::isnan(found.wrong_order_bound));
  EXPECT_EQ(found.order, Verdict::premise_not_met);
}

TEST(CurvatureTails, NeedSpreadAndEdges) {
  const CurvatureTails flat = curvature_tails({.within = {{0, 3}}, .cross = {}});
  EXPECT_TRUE(flat.within.empty());
  EXPECT_EQ(flat.tails, Verdict::premise_not_met);
  EXPECT_TRUE(std::isnan(flat.wrong_order));
  EXPECT_EQ(flat.order, Verdict::premise_not_met);
}

}  // namespace
}  // namespace cgsd
