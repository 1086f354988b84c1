#include "cgsd/figure/axis.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr AxisScale kLinear = AxisScale::linear;
constexpr AxisScale kLog = AxisScale::logarithmic;

std::vector<std::string> labels(const Axis& axis, int most) {
  std::vector<std::string> found;
  for (const Tick& tick : axis_ticks(axis, most)) found.push_back(tick.label);
  return found;
}
using Labels = std::vector<std::string>;

TEST(Axis, HasTicksAtRoundNumbers) {
  EXPECT_EQ(labels({kLinear, 0.0, 1.0}, 6), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels({kLinear, 0.0, 1.0}, 5), (Labels{"0.0", "0.5", "1.0"}));  // steps of 0.2 would be six
  EXPECT_EQ(labels({kLinear, -103.0, 2.0}, 4), (Labels{"−100", "−50", "0"}));
  EXPECT_EQ(labels({kLinear, -3800.0, -250.0}, 4), (Labels{"−3000", "−2000", "−1000"}));
  EXPECT_EQ(labels({kLinear, 0.031, 0.058}, 3), (Labels{"0.04", "0.05"}));
}

TEST(Axis, PlacesTicksExactly) {
  const std::vector<Tick> ticks = axis_ticks({kLinear, 0.0, 0.5}, 6);
  ASSERT_EQ(ticks.size(), 6u);
  EXPECT_EQ(ticks[3].value, 0.3);  // not 3 · 0.1
}

TEST(Axis, NeverHasMoreTicksThanAskedFor) {
  for (int most = 1; most < 12; ++most) {
    for (const double high : {1.0, 1.7, 23.0, 99.0, 1e-7, 4e11}) {
      EXPECT_LE(labels({kLinear, -0.3 * high, high}, most).size(), static_cast<std::size_t>(most));
      EXPECT_LE(labels({kLog, 1e-3 * high, high}, most).size(), static_cast<std::size_t>(most));
    }
  }
}

TEST(Axis, WritesLargeAndSmallNumbersAsPowers) {
  EXPECT_EQ(labels({kLinear, 0.0, 4e5}, 5), (Labels{"0", "10⁵", "2×10⁵", "3×10⁵", "4×10⁵"}));
  EXPECT_EQ(labels({kLinear, 0.0, 2e-5}, 3), (Labels{"0", "10⁻⁵", "2×10⁻⁵"}));
}

TEST(Axis, HasLogarithmicTicks) {
  EXPECT_EQ(labels({kLog, 1.0, 1000.0}, 4), (Labels{"1", "10", "100", "1000"}));
  EXPECT_EQ(labels({kLog, 1.0, 100.0}, 7), (Labels{"1", "2", "5", "10", "20", "50", "100"}));
  EXPECT_EQ(labels({kLog, 1e-6, 1e6}, 7), (Labels{"10⁻⁶", "10⁻⁴", "10⁻²", "10⁰", "10²", "10⁴", "10⁶"}));
  EXPECT_EQ(labels({kLog, 2.0, 4.0}, 5), (Labels{"2.0", "2.5", "3.0", "3.5", "4.0"}));  // no power between
}

TEST(Axis, FindsPositions) {
  EXPECT_DOUBLE_EQ(axis_position({kLinear, 2.0, 6.0}, 3.0), 0.25);
  EXPECT_DOUBLE_EQ(axis_position({kLog, 1.0, 100.0}, 10.0), 0.5);
  EXPECT_TRUE(std::isnan(axis_position({kLog, 1.0, 100.0}, 0.0)));
  EXPECT_TRUE(std::isnan(axis_position({kLog, 1.0, 100.0}, kNan)));
}

TEST(Axis, CoversTheFiniteValues) {
  const std::vector<double> values = {kNan, 3.0, -kInfinity, 5.0};
  const Axis axis = axis_over(values, kLinear, 0.5);
  EXPECT_DOUBLE_EQ(axis.low, 2.0);
  EXPECT_DOUBLE_EQ(axis.high, 6.0);
  const Axis logarithmic = axis_over(std::vector<double>{-1.0, 0.0, 1.0, 100.0}, kLog, 0.5);
  EXPECT_DOUBLE_EQ(logarithmic.low, 0.1);
  EXPECT_DOUBLE_EQ(logarithmic.high, 1000.0);
}

TEST(Axis, DoesNotCrossZeroForTheMarginsSake) {
  EXPECT_EQ(axis_over(std::vector<double>{0.01, 1.0}, kLinear, 0.1).low, 0.0);
  EXPECT_EQ(axis_over(std::vector<double>{-5.0, 0.0}, kLinear, 0.1).high, 0.0);
}

TEST(Axis, WidensWhatHasNoWidth) {
  const Axis constant = axis_over(std::vector<double>{4.0, 4.0}, kLinear, 0.1);
  EXPECT_DOUBLE_EQ(constant.low, 2.0);
  EXPECT_DOUBLE_EQ(constant.high, 6.0);
  const Axis zero = axis_over(std::vector<double>{0.0}, kLinear, 0.1);
  EXPECT_DOUBLE_EQ(zero.low, -1.0);
  EXPECT_DOUBLE_EQ(zero.high, 1.0);
  const Axis none = axis_over({}, kLinear, 0.1);
  EXPECT_DOUBLE_EQ(none.low, 0.0);
  EXPECT_DOUBLE_EQ(none.high, 1.0);
  EXPECT_DOUBLE_EQ(axis_over({}, kLog, 0.1).high, 10.0);
}

TEST(Axis, SurvivesTheLargestNumbers) {
  const double most = std::numeric_limits<double>::max();
  for (const AxisScale scale : {kLinear, kLog}) {
    const Axis axis = axis_over(std::vector<double>{-most, 5e-324, most}, scale, 0.1);
    EXPECT_TRUE(std::isfinite(axis.high - axis.low));
    EXPECT_FALSE(axis_ticks(axis, 5).empty());
  }
}

TEST(Axis, RoundsOutwards) {
  const Axis axis = rounded_outwards({kLinear, 0.13, 0.87}, 6);
  EXPECT_DOUBLE_EQ(axis.low, 0.0);
  EXPECT_DOUBLE_EQ(axis.high, 1.0);
}

TEST(Axis, FindsTheNextRoundNumber) {
  EXPECT_EQ(nice_at_least(1.0), 1.0);
  EXPECT_EQ(nice_at_least(1.01), 2.0);
  EXPECT_EQ(nice_at_least(3.0), 5.0);
  EXPECT_EQ(nice_at_least(0.07), 0.1);
  EXPECT_EQ(nice_at_least(700.0), 1000.0);
}

TEST(Axis, WritesNumbersOfCaptions) {
  EXPECT_EQ(number_label(-12.5, 3), "−12.5");
  EXPECT_EQ(number_label(-12.54, 3), "−12.5");
  EXPECT_EQ(number_label(12345.0, 2), "12345");
  EXPECT_EQ(number_label(0.9999, 2), "1");
  EXPECT_EQ(number_label(-1e7, 2), "−10⁷");
  EXPECT_EQ(number_label(3.2e-5, 2), "3.2×10⁻⁵");
  EXPECT_EQ(number_label(0.0, 2), "0");
  EXPECT_EQ(number_label(kNan, 2), "–");
  EXPECT_EQ(number_label(-kInfinity, 2), "−∞");
}

}  // namespace
}  // namespace cgsd
