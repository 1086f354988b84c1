#include "cgsd/summary/attribute_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using R = AttributeRole;

Dataset of(Attributes attributes) {
  Dataset data;
  data.input.attributes = std::move(attributes);
  return data;
}

std::vector<TraitKind> kinds(const Dataset& data) {
  std::vector<TraitKind> found;
  for (const AttributeColumn& column : attribute_columns(data)) found.push_back(column.kind);
  return found;
}

// Columns: 0 and 1 · counts that are mostly 0 · counts that are not · a number below 0 · twos throughout.
TEST(AttributeColumns, TellWhatIsPresentFromWhatIsANumber) {
  const Matrix<float> x(4, 5, {1, 0, 3, -1, 2, 1, 5, 1, 0, 2, 1, 0, 2, 0, 2, 0, 7, 0, 0, 2});
  const auto expected =
      ElementsAre(TraitKind::share, TraitKind::share, TraitKind::number, TraitKind::number, TraitKind::share);
  EXPECT_THAT(kinds(of(x)), expected);
  EXPECT_THAT(kinds(of(to_sparse(x))), expected) << "whatever the form";
  EXPECT_THAT(attribute_columns(of(Attributes())), ElementsAre());
}

TEST(AttributeColumns, GoBackToTheUnitsOfTheUser) {
  Dataset data = of(Matrix<float>(1, 3, {0.25F, -0.5F, 0.7F}));
  data.attribute_meanings = {
      {R::number, "age", {}, 40.0, 20.0}, {R::yes_no, "member", {}, 0.5, 1.0}, {R::word, "n", "x"}};
  const auto columns = attribute_columns(data);
  EXPECT_DOUBLE_EQ(columns[0].amount(0.25F), 45.0);
  EXPECT_DOUBLE_EQ(columns[0].of_zero(), 40.0);
  EXPECT_DOUBLE_EQ(columns[1].amount(-0.5F), 0.0);
  EXPECT_DOUBLE_EQ(columns[1].amount(0.5F), 1.0);
  EXPECT_DOUBLE_EQ(columns[2].amount(0.7F), 1.0);
  EXPECT_DOUBLE_EQ(columns[2].of_zero(), 0.0);
}

TEST(AttributeColumns, HaveNamesAndLabelsOrNumbers) {
  Dataset data = of(Matrix<float>(1, 4));
  EXPECT_EQ(attribute_name(data, 3), "attribute 3");
  EXPECT_EQ(attribute_label(data, 3), "attribute 3");
  data.attribute_names = {"age", "city=Rome", "notes:cat", "age missing"};
  EXPECT_EQ(attribute_label(data, 1), "city=Rome") << "names alone";
  data.attribute_meanings = {
      {R::number, "age"}, {R::category, "city", "Rome"}, {R::word, "notes", "cat"}, {R::missing, "age"}};
  EXPECT_EQ(attribute_name(data, 1), "city=Rome");
  EXPECT_EQ(attribute_label(data, 0), "age");
  EXPECT_EQ(attribute_label(data, 1), "city Rome");
  EXPECT_EQ(attribute_label(data, 2), "cat");
  EXPECT_EQ(attribute_label(data, 3), "age missing");
}

TEST(AttributeColumns, AreComparedAsPreciselyAsTheDifferenceNeeds) {
  EXPECT_EQ(compared(TraitKind::number, 52.3, 38.1), "52 against 38");
  EXPECT_EQ(compared(TraitKind::number, 0.512, 0.498), "0.512 against 0.498");
  EXPECT_EQ(compared(TraitKind::number, -3.26, 4.5), "−3.3 against 4.5");
  EXPECT_EQ(compared(TraitKind::number, 21000.4, -1234567.0), "21,000 against −1,234,567");
  EXPECT_EQ(compared(TraitKind::number, 2019.2, 1987.0), "2019 against 1987");
  EXPECT_EQ(compared(TraitKind::share, 0.861, 0.27), "86 % against 27 %");
  EXPECT_EQ(compared(TraitKind::share, 0.062, 0.013), "6.2 % against 1.3 %");
  EXPECT_EQ(compared(TraitKind::date, 0.0, 59.5), "1970-01-01 against 1970-03-01");
  EXPECT_EQ(compared(TraitKind::date, -1.0, 19782.0), "1969-12-31 against 2024-02-29");
}

TEST(AttributeColumns, AreSpokenOfInWords) {
  Dataset data = of(Matrix<float>(1, 4));
  data.attribute_meanings = {{R::number, "age"}, {R::number, "income"}, {R::date, "hired"}, {R::word, "notes", "cat"}};
  const auto words = [&](std::size_t column, TraitKind kind, double inside, double outside) {
    return trait_words(data, column,
                       {.attribute = {},
                        .label = attribute_label(data, column),
                        .kind = kind,
                        .inside = inside,
                        .outside = outside,
                        .effect = inside - outside,
                        .words = {}});
  };
  EXPECT_EQ(words(0, TraitKind::number, 52, 38), "older (52 against 38)");
  EXPECT_EQ(words(0, TraitKind::number, 38, 52), "younger (38 against 52)");
  EXPECT_EQ(words(1, TraitKind::number, 10, 90), "lower income (10 against 90)");
  EXPECT_EQ(words(2, TraitKind::date, 31, 0), "later hired (1970-02-01 against 1970-01-01)");
  EXPECT_EQ(words(3, TraitKind::share, 0.8, 0.1), "cat (80 % against 10 %)");
  EXPECT_EQ(words(3, TraitKind::share, 0.1, 0.8), "seldom cat (10 % against 80 %)");
}

}  // namespace
}  // namespace cgsd
