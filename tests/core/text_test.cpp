#include "cgsd/core/text.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Text, FindsTheNearestWordWithinTwoEdits) {
  const std::vector<std::string> words = {"cora", "cornell", "texas"};
  EXPECT_EQ(nearest_word("corra", words), "cora");
  EXPECT_EQ(nearest_word("cornel", words), "cornell");
  EXPECT_EQ(nearest_word("squirrel", words), "");
}

TEST(Text, QuotesHostileTokensOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x1b[31m"), "'a\\x0ab\\x1b[31m'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(40, 'x') + "…'");
}

TEST(Text, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Text, WritesNumbersWithAMinusAndNoNegativeZero) {
  EXPECT_EQ(number_text(-0.5, 2), "−0.50");
  EXPECT_EQ(number_text(-0.004, 2), "0.00");
  EXPECT_EQ(number_text(12.345, 1), "12.3");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN(), 3), "–");
}

TEST(Text, Trims) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \t"), "");
}

}  // namespace
}  // namespace cgsd
