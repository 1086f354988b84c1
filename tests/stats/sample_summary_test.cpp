#include "cgsd/stats/sample_summary.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;

TEST(SampleSummary, IsRightByHand) {
  const SampleSummary s = summarise(Values{4.0, 1.0, 2.0, 9.0});
  EXPECT_EQ(s.count, 4u);
  EXPECT_EQ(s.mean, 4.0);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(38.0 / 3.0));
  EXPECT_DOUBLE_EQ(s.standard_error, std::sqrt(38.0 / 3.0) / 2.0);
  EXPECT_EQ(s.minimum, 1.0);
  EXPECT_EQ(s.lower_quartile, 1.75);
  EXPECT_EQ(s.median, 3.0);
  EXPECT_EQ(s.upper_quartile, 5.25);
  EXPECT_EQ(s.maximum, 9.0);
}

TEST(SampleSummary, SaysNanWhereThereIsNoValue) {
  const SampleSummary none = summarise({});
  EXPECT_EQ(none.count, 0u);
  EXPECT_TRUE(std::isnan(none.mean) && std::isnan(none.deviation) && std::isnan(none.median) &&
              std::isnan(none.maximum));
  const SampleSummary one = summarise(Values{5.0});
  EXPECT_EQ(one.mean, 5.0);
  EXPECT_EQ(one.lower_quartile, 5.0);
  EXPECT_TRUE(std::isnan(one.deviation) && std::isnan(one.standard_error));
}

TEST(SampleSummary, LosesNothingToOffsetOrSize) {
  EXPECT_DOUBLE_EQ(summarise(Values{1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0}).deviation, 1.0);
  EXPECT_DOUBLE_EQ(summarise(Values{1e300, 2e300, 3e300}).deviation, 1e300);
  EXPECT_DOUBLE_EQ(summarise(Values{1e-200, 2e-200, 3e-200}).deviation, 1e-200);
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(summarise(Values{most, most, most}).mean, most);
  EXPECT_EQ(summarise(Values{-most, most}).median, 0.0);
}

TEST(SampleSummary, OfEqualValuesHasNoSpread) {
  const SampleSummary s = summarise(Values(7, 0.1));
  EXPECT_EQ(s.mean, 0.1);
  EXPECT_LE(s.deviation, 1e-17);
  EXPECT_EQ(s.lower_quartile, 0.1);
}

TEST(SampleSummary, QuantilesAreLinearBetweenOrderStatistics) {
  const Values sorted{0.0, 10.0, 20.0, 40.0};
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.5), 15.0);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.9), 34.0);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.0), 0.0);
  EXPECT_EQ(quantile_of_sorted(sorted, 1.0), 40.0);
  EXPECT_TRUE(std::isnan(quantile_of_sorted({}, 0.5)));
}

TEST(SampleSummary, RefusesValuesThatAreNotFinite) {
  EXPECT_EQ(testing::error_text<InvalidArgument>([] {
              summarise(Values{1.0, std::nan("")});
            }),
            "values: value 1 is nan: must be finite");
}

}  // namespace
}  // namespace cgsd
