#include "cgsd/experiment/tables/metric.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

TEST(Metric, IsWrittenWithTheDigitsThatSuitIt) {
  EXPECT_EQ(value_text(Metric::nmi, 0.45678), "0.457");
  EXPECT_EQ(value_text(Metric::ari, -0.0123), "−0.012");
  EXPECT_EQ(value_text(Metric::ari, -0.0001), "0.000");
  EXPECT_EQ(value_text(Metric::seconds, 0.0123), "0.012");
  EXPECT_EQ(value_text(Metric::seconds, 0.000426), "0.00043");
  EXPECT_EQ(value_text(Metric::seconds, 0.5, 34.56), "0.5");
  EXPECT_EQ(value_text(Metric::seconds, 3.456), "3.46");
  EXPECT_EQ(value_text(Metric::seconds, 34.56), "34.6");
  EXPECT_EQ(value_text(Metric::seconds, 345.6), "346");
  EXPECT_EQ(value_text(Metric::peak_memory, 12'600'000), "13");
  EXPECT_EQ(value_text(Metric::nmi, std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(Metric, KnowsWhichWayIsBetter) {
  EXPECT_EQ(better(Metric::accuracy), Better::higher);
  EXPECT_EQ(better(Metric::seconds), Better::lower);
  EXPECT_EQ(better(Metric::communities), Better::neither);
}

TEST(Metric, IsFoundByName) {
  EXPECT_EQ(metric_named("peak_memory"), Metric::peak_memory);
  EXPECT_THAT(testing::error_text<InvalidArgument>([] { metric_named("NMI"); }), ::testing::HasSubstr("known are nmi"));
}

}  // namespace
}  // namespace cgsd
