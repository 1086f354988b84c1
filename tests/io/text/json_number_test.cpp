#include "cgsd/io/text/json_number.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(JsonNumber, KeepsEveryDigitOfAFiniteNumber) {
  EXPECT_EQ(json_number(0.1).dump(), "0.1");
  EXPECT_EQ(json_number(-0.0).dump(), "-0.0");
  EXPECT_EQ(json_number(1.0 / 3.0).get<double>(), 1.0 / 3.0);
}

TEST(JsonNumber, IsNullIfJsonHasNoSuchNumber) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()})
    EXPECT_EQ(json_number(value).dump(), "null");
}

TEST(JsonNumber, HasTheKindOfAnOption) {
  EXPECT_EQ(json_value(OptionValue(true)).dump(), "true");
  EXPECT_EQ(json_value(OptionValue(std::int64_t{7})).dump(), "7");
  EXPECT_EQ(json_value(OptionValue(0.5)).dump(), "0.5");
  EXPECT_EQ(json_value(OptionValue(std::string("exact"))).dump(), "\"exact\"");
}

}  // namespace
}  // namespace cgsd
