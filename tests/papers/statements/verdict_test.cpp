#include "papers/cgsd/statements/verdict.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(StatementVerdict, IsOfTheConclusionOnlyIfThePremiseIsMet) {
  EXPECT_EQ(verdict_of(true, true), Verdict::holds);
  EXPECT_EQ(verdict_of(true, false), Verdict::violated);
  EXPECT_EQ(verdict_of(false, true), Verdict::premise_not_met);
  EXPECT_EQ(verdict_of(false, false), Verdict::premise_not_met);
}

TEST(StatementVerdict, ForgivesRoundingAndNothingMore) {
  EXPECT_TRUE(within_bound(0.3, 0.3));
  EXPECT_TRUE(within_bound(0.1 + 0.2, 0.3));  // 0.30000000000000004
  EXPECT_TRUE(within_bound(-1e6 + 1e-4, -1e6));
  EXPECT_FALSE(within_bound(0.300001, 0.3));
  EXPECT_FALSE(within_bound(std::numeric_limits<double>::quiet_NaN(), 0.3));
}

}  // namespace
}  // namespace cgsd
