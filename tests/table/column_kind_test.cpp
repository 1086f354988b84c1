#include "cgsd/table/column_kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/table/cell_fault.hpp"

#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

using testing::column;
using ::testing::HasSubstr;
using K = ColumnKind;

KindFinding found(const std::vector<std::string>& cells, const KindHints& hints = {}, const std::string& name = "c") {
  return recognise_column(column(name, cells), 0, hints);
}

std::string fault(const std::vector<std::string>& cells, const KindHints& hints = {}) {
  try {
    found(cells, hints);
  } catch (const CellFault& error) {
    return std::to_string(error.row()) + ": " + error.what();
  }
  return "no fault";
}

TEST(ColumnKind, IsToldByContent) {
  EXPECT_EQ(found({"1.5", "2", "NA", "2"}).kind, K::number);
  EXPECT_EQ(found({"yes", "no", "", "yes"}).kind, K::yes_no);
  EXPECT_EQ(found({"2024-01-31", "2024-02-01", "2023-12-24"}).kind, K::date);
  EXPECT_EQ(found({"red", "blue", "red", "blue", "red"}).kind, K::category);
  EXPECT_EQ(found({"a;b", "b;c", "a", "c;a"}).kind, K::list);
  EXPECT_EQ(found({"[0.1, 0.2]", "[1, 2]"}).kind, K::vector);
  EXPECT_EQ(found({"the cat sat there", "a dog ran away", "no cat was seen"}).kind, K::words);
}

TEST(ColumnKind, FindsHowNumbersDatesAndListsAreWritten) {
  EXPECT_EQ(found({"1,234.5", "17"}).style, NumberStyle::decimal_point);
  EXPECT_EQ(found({"1.234,5", "17"}).style, NumberStyle::decimal_comma);
  EXPECT_EQ(found({"1.234", "17"}).style, NumberStyle::plain);
  EXPECT_EQ(found({"1.234", "17"}, {.asked = {}, .decimal_comma = true}).style, NumberStyle::decimal_comma);
  EXPECT_EQ(found({"31/01/2024", "01/02/2024"}).order, DateOrder::day_first);
  EXPECT_EQ(found({"01/31/2024", "02/01/2024"}).order, DateOrder::month_first);
  EXPECT_TRUE(found({"03/01/2024", "02/01/2024"}).guessed_order);
  EXPECT_FALSE(found({"31/01/2024", "02/01/2024"}).guessed_order);
  EXPECT_EQ(found({"a|b", "b|c", "a", "c|a"}).separator, '|');
}

TEST(ColumnKind, TakesCodesForCategoriesAndNotForNumbers) {
  EXPECT_EQ(found({"01067", "80331", "01067", "80331"}).kind, K::category);
  EXPECT_THAT(found({"00012", "00013", "00014", "00015"}).ignored, HasSubstr("different value in every row"));
}

TEST(ColumnKind, SaysWhyAColumnIsNoAttribute) {
  EXPECT_EQ(found({"", "NA"}).ignored, "is empty");
  EXPECT_EQ(found({"5", "5.0", "5"}).ignored, "has the same value in every row");
  EXPECT_EQ(found({"x", "x"}).ignored, "has the same value in every row");
  EXPECT_EQ(found({"Anna", "Bob", "Cleo", "Dan"}).ignored, "has a different value in every row");
  EXPECT_EQ(found({"3", "1", "2", "5", "4"}).ignored, "counts the rows");
  EXPECT_EQ(found({"30", "10", "20", "70", "60"}, {}, "customer_id").ignored,
            "is named as an id and differs in every row");
  EXPECT_EQ(found({"3", "1", "2", "5", "4"}, {.asked = K::number}).ignored, "");
  EXPECT_EQ(found({"3", "1", "2"}).ignored, "") << "so few may be so by chance";
}

TEST(ColumnKind, BlamesTheCellThatDoesNotFitTheOthers) {
  EXPECT_THAT(fault({"1", "2", "z"}), HasSubstr("2: 'z' is not a number, as most cells of `c` are"));
  EXPECT_THAT(fault({"1", "inf", "3"}), HasSubstr("1: 'inf' is not a finite number"));
  EXPECT_THAT(fault({"12 kg", "13 kg", "9 kg"}), HasSubstr("0: '12 kg' in `c` is a number with a unit"));
  EXPECT_THAT(fault({"2024-01-31", "soon", "2024-02-02"}), HasSubstr("1: 'soon' is not a date"));
  EXPECT_THAT(fault({"[1, 2]", "[1, 2, 3]", "[2, 3]"}), HasSubstr("1: '[1, 2, 3]' is not a vector like the others"));
  EXPECT_THAT(fault({"2024-01-31", "31.01.2024", "2023-01-01"}), HasSubstr("different orders"));
  EXPECT_NE(fault({"1.5", "1,5"}), "no fault") << "two styles in one column";
}

TEST(ColumnKind, TakesTheKindThatIsAskedFor) {
  EXPECT_EQ(found({"1", "2", "1"}, {.asked = K::category}).kind, K::category);
  EXPECT_EQ(found({"12 kg", "9 kg"}, {.asked = K::category}).kind, K::category);
  EXPECT_EQ(found({"0", "1"}, {.asked = K::yes_no}).kind, K::yes_no);
  EXPECT_THAT(fault({"1", "x"}, {.asked = K::number}),
              HasSubstr("1: 'x' is not a number, which --kind says `c` holds"));
  EXPECT_THAT(fault({"yes", "maybe"}, {.asked = K::yes_no}), HasSubstr("1: 'maybe' is not yes or no"));
}

}  // namespace
}  // namespace cgsd
