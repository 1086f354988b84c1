#include "cgsd/core/sigmoid.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Sigmoid, IsRightByHandAndNeverOverflows) {
  EXPECT_EQ(sigmoid(0.0), 0.5);
  EXPECT_NEAR(sigmoid(std::log(3.0)), 0.75, 1e-15);
  EXPECT_NEAR(sigmoid(-std::log(3.0)), 0.25, 1e-15);
  EXPECT_NEAR(sigmoid(-700.0) / std::exp(-700.0), 1.0, 1e-15);  // 1/(1 + e^700) keeps its digits
  EXPECT_EQ(sigmoid(-3800.0), 0.0);
  EXPECT_EQ(sigmoid(3800.0), 1.0);
  EXPECT_EQ(sigmoid(std::numeric_limits<double>::infinity()), 1.0);
  EXPECT_EQ(sigmoid(-std::numeric_limits<double>::infinity()), 0.0);
  EXPECT_TRUE(std::isnan(sigmoid(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_NEAR(sigmoid(-80.0F) / std::exp(-80.0F), 1.0F, 1e-6F);
}

TEST(LogSigmoid, IsRightByHandAndFiniteFarOut) {
  EXPECT_NEAR(log_sigmoid(0.0), -std::numbers::ln2, 1e-16);
  EXPECT_NEAR(log_sigmoid(std::log(3.0)), std::log(0.75), 1e-15);
  EXPECT_NEAR(log_sigmoid(-std::log(3.0)), std::log(0.25), 1e-15);
  EXPECT_EQ(log_sigmoid(-3800.0), -3800.0);  // log(e^−3800 / (1 + e^−3800)), the denominator 1 in double
  EXPECT_EQ(log_sigmoid(3800.0), 0.0);
  EXPECT_NEAR(log_sigmoid(40.0) / -std::exp(-40.0), 1.0, 1e-15);
}

}  // namespace
}  // namespace cgsd
