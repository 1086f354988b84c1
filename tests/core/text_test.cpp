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

TEST(Text, WrapsAtBlanksByColumnsNotBytes) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("äöü äöü äöü", 7), "äöü äöü\näöü");
  EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");  // the first line begins in column 2
  EXPECT_EQ(wrapped("a  b\n", 9), "a b");
  EXPECT_EQ(wrapped("", 9), "");
}

TEST(Text, KeepsLongWordsAndNumbersWithTheirUnitsWhole) {
  EXPECT_EQ(wrapped("in /a/long/path now", 6), "in\n/a/long/path\nnow");
  EXPECT_EQ(wrapped("it is 42 % of it", 8), "it is\n42 % of\nit");
  EXPECT_EQ(wrapped("50 %", 3), "50 %");
  EXPECT_EQ(wrapped("took 7 ms, then", 7), "took\n7 ms,\nthen");
  EXPECT_EQ(wrapped("no % sign", 4), "no %\nsign");
}

TEST(Text, ShortensByColumnsNotBytes) {
  EXPECT_EQ(shortened("äöü", 3), "äöü");
  EXPECT_EQ(shortened("äöüß", 3), "äö…");
  EXPECT_EQ(shortened("one two", 5), "one…");
}

}  // namespace
}  // namespace cgsd
