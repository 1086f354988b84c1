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

}  // namespace
}  // namespace cgsd
