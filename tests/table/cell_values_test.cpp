#include "cgsd/table/cell_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using S = NumberStyle;

TEST(CellValues, KnowsTheSpellingsOfAMissingValue) {
  for (const char* cell :
       {"",    " ", "NA", "n/a", "N/A", "#N/A", "NaN",     "nan",     "-nan", "NULL",    "None", "<NA>",
        "NaT", "-", "--", "?",   ".",   "\\N",  "#DIV/0!", "#VALUE!", "–",    "Missing", "n.a."})
    EXPECT_TRUE(is_missing(cell)) << cell;
  for (const char* cell : {"0", "no", "nothing", "nato", "-1", "...a", "NAN1"}) EXPECT_FALSE(is_missing(cell)) << cell;
}

TEST(CellValues, ReadsPlainNumbers) {
  EXPECT_THAT(number_of("12.5", S::plain), Optional(12.5));
  EXPECT_THAT(number_of("+3", S::plain), Optional(3.0));
  EXPECT_THAT(number_of("-1e3", S::plain), Optional(-1000.0));
  EXPECT_THAT(number_of("−2", S::plain), Optional(-2.0));
  EXPECT_THAT(number_of(".5", S::plain), Optional(0.5));
  EXPECT_THAT(number_of("45 %", S::plain), Optional(0.45));
  EXPECT_THAT(number_of("1e-400", S::plain), Optional(0.0));
  for (const char* cell : {"", "x", "1,5", "inf", "nan", "1e400", "--1", "+-1", "0x10", "1 2", "1_000", "%", "-"})
    EXPECT_EQ(number_of(cell, S::plain), std::nullopt) << cell;
}

TEST(CellValues, ReadsGroupsOfThousandsWithEitherDecimalMark) {
  EXPECT_THAT(number_of("1,234,567.5", S::decimal_point), Optional(1234567.5));
  EXPECT_THAT(number_of("1 234.5", S::decimal_point), Optional(1234.5));
  EXPECT_THAT(number_of("1'234", S::decimal_point), Optional(1234.0));
  EXPECT_THAT(number_of("1.234,56", S::decimal_comma), Optional(1234.56));
  EXPECT_THAT(number_of("-0,5", S::decimal_comma), Optional(-0.5));
  EXPECT_THAT(number_of("1\xc2\xa0"
                        "234,5",
                        S::decimal_comma),
              Optional(1234.5));
  EXPECT_THAT(number_of("12,5 %", S::decimal_comma), Optional(0.125));
  EXPECT_THAT(number_of("1,5E+03", S::decimal_comma), Optional(1500.0));
  for (const char* cell : {"1,23,456", "12,34", "1,234 567", "1,2345", ",5,5", "1234,567"})
    EXPECT_EQ(number_of(cell, S::decimal_point), std::nullopt) << cell;
  EXPECT_EQ(number_of("1.5", S::decimal_comma), std::nullopt) << "a point parts thousands there";
}

TEST(CellValues, RoundsAPlainFloatOnce) {
  EXPECT_EQ(plain_float("0.1"), 0.1F);
  EXPECT_EQ(plain_float("16777217.000000001"), 16777218.0F) << "by way of a double it would be 16777216";
  EXPECT_EQ(plain_float("1e39"), std::nullopt);
  EXPECT_EQ(plain_float("-1e-60"), 0.0F);
}

TEST(CellValues, TellsInfinityCodesAndUnits) {
  for (const char* cell : {"inf", "-Infinity", "1e999", "∞"}) EXPECT_TRUE(is_infinite(cell)) << cell;
  EXPECT_FALSE(is_infinite("1e30"));
  EXPECT_TRUE(is_code("007"));
  for (const char* cell : {"0", "0.5", "10", "07a", ""}) EXPECT_FALSE(is_code(cell)) << cell;
  for (const char* cell : {"12 kg", "$5", "3 €", "€ 1.200,50", "1,200 USD", "180cm", "20°C", "5 km/h", "-3 m"})
    EXPECT_TRUE(is_number_with_unit(cell)) << cell;
  for (const char* cell : {"12", "45 %", "3rd", "kg", "room 12 left", "a1", "", "1 2 x", "12 kilograms each"})
    EXPECT_FALSE(is_number_with_unit(cell)) << cell;
}

TEST(CellValues, ReadsYesAndNo) {
  for (const char* cell : {"yes", "TRUE", "Y", "ja", "oui"}) EXPECT_THAT(yes_or_no(cell), Optional(true)) << cell;
  for (const char* cell : {"no", "False", "n", "NEIN"}) EXPECT_THAT(yes_or_no(cell), Optional(false)) << cell;
  EXPECT_EQ(yes_or_no("maybe"), std::nullopt);
  EXPECT_EQ(yes_or_no("1"), std::nullopt) << "a number";
}

TEST(CellValues, ReadsVectorsAndLists) {
  EXPECT_THAT(vector_of("[0.1, -2, 3e0]"), Optional(ElementsAre(0.1, -2.0, 3.0)));
  EXPECT_THAT(vector_of("[1 2\n 3]"), Optional(ElementsAre(1.0, 2.0, 3.0)));  // as NumPy prints it
  EXPECT_EQ(vector_of("[a, 1]"), std::nullopt);
  EXPECT_EQ(vector_of("[]"), std::nullopt);
  EXPECT_THAT(list_items("a; b;;c ", ';'), ElementsAre("a", "b", "c"));
  EXPECT_THAT(list_items("['x', \"y z\"]", ','), ElementsAre("x", "y z"));
  EXPECT_THAT(list_items("", ';'), IsEmpty());
}

}  // namespace
}  // namespace cgsd
