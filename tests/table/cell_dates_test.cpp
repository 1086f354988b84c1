#include "cgsd/table/cell_dates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::DoubleNear;
using ::testing::Optional;
using O = DateOrder;

// 2024-01-31 is day 19753 (date -d 2024-01-31 +%s, divided by 86400).
TEST(CellDates, CountsDaysSince1970) {
  EXPECT_THAT(days_of("1970-01-01", O::year_first), Optional(0.0));
  EXPECT_THAT(days_of("2024-01-31", O::year_first), Optional(19753.0));
  EXPECT_THAT(days_of("2024/1/31", O::year_first), Optional(19753.0));
  EXPECT_THAT(days_of("20240131", O::year_first), Optional(19753.0));
  EXPECT_THAT(days_of("2024-01", O::year_first), Optional(19723.0));
  EXPECT_THAT(days_of("1900-03-01", O::year_first), Optional(-25508.0));
}

TEST(CellDates, ReadsTheOrderItIsTold) {
  EXPECT_THAT(days_of("31.01.2024", O::day_first), Optional(19753.0));
  EXPECT_THAT(days_of("31/1/2024", O::day_first), Optional(19753.0));
  EXPECT_THAT(days_of("01/31/2024", O::month_first), Optional(19753.0));
  EXPECT_THAT(days_of("31 Jan 2024", O::day_first), Optional(19753.0));
  EXPECT_THAT(days_of("January 31, 2024", O::month_first), Optional(19753.0));
  EXPECT_EQ(days_of("31/01/2024", O::month_first), std::nullopt);
  EXPECT_EQ(days_of("01/31/2024", O::day_first), std::nullopt);
}

TEST(CellDates, AddsTheTimeAndTakesTheZoneOff) {
  EXPECT_THAT(days_of("2024-01-31T12:00:00Z", O::year_first), Optional(19753.5));
  EXPECT_THAT(days_of("2024-01-31 06:00", O::year_first), Optional(19753.25));
  EXPECT_THAT(days_of("2024-01-31T01:00:00+01:00", O::year_first), Optional(19753.0));
  EXPECT_THAT(days_of("2024-01-31 12:00:00.500", O::year_first), Optional(DoubleNear(19753.5 + 0.5 / 86400, 1e-9)));
  EXPECT_THAT(days_of("01/31/2024 6:00 PM", O::month_first), Optional(19753.75));
  EXPECT_THAT(days_of("18:00", O::year_first), Optional(0.75));
}

TEST(CellDates, RefusesDaysThatDoNotExist) {
  for (const char* cell : {"2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "24-01-31", "2024", "12", "", "x",
                           "2024-01-31x", "2024-01-31T", "2024-01-31 25:00", "12:60", "20240231", "9999-01-01"})
    EXPECT_EQ(days_of(cell, O::year_first), std::nullopt) << cell;
  EXPECT_TRUE(days_of("2024-02-29", O::year_first).has_value());
  EXPECT_EQ(days_of("1.2.24", O::day_first), std::nullopt) << "which century?";
}

}  // namespace
}  // namespace cgsd
