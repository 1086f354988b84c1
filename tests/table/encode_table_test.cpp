#include "cgsd/table/encode_table.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/table/cell_fault.hpp"

#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

using testing::column;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::table;
using K = ColumnKind;

ColumnEncoding of(const std::string& name, K kind, std::size_t position = 0) {
  ColumnEncoding made;
  made.sources = {name};
  made.positions = {position};
  made.kind = kind;
  made.fill = {0.0};
  return made;
}
Encoding one(ColumnEncoding column) {
  Encoding e;
  e.columns = {std::move(column)};
  e.common_scale = true;
  return e;
}
std::vector<float> encoded(const TextTable& t, const Encoding& e) {
  const EncodedTable out = encode_table(t, e, RunContext());
  return {out.attributes.dense().values().begin(), out.attributes.dense().values().end()};
}

TEST(EncodeTable, StandardisesNumbersAndFillsMissingOnes) {
  ColumnEncoding c = of("age", K::number);
  c.mean = 10.0;
  c.scale = 0.5;
  c.fill = {12.0};
  c.missing = true;
  c.weight = 2.0;
  EXPECT_THAT(encoded(table({column("age", {"14", "NA", "10"})}), one(c)),
              ElementsAre(4.0F, 0.0F, 2.0F, 2.0F, 0.0F, 0.0F));
}

TEST(EncodeTable, GivesALevelAColumn) {
  ColumnEncoding c = of("city", K::category);
  c.levels = {"Berlin", "Rome"};
  c.other = true;
  c.missing = true;
  EXPECT_THAT(encoded(table({column("city", {"Rome", "", "Oslo"})}), one(c)),
              ElementsAre(0.0F, 1.0F, 0.0F, 0.0F, /**/ 0.0F, 0.0F, 0.0F, 1.0F, /**/ 0.0F, 0.0F, 1.0F, 0.0F));
  c.other = false;
  const EncodedTable out = encode_table(table({column("city", {"Oslo"})}), one(c), RunContext());
  EXPECT_THAT(out.account, ElementsAre("not known: 1 of `city`"));
}

TEST(EncodeTable, WeighsWordsAndGivesRowsLengthOne) {
  ColumnEncoding c = of("notes", K::words);
  c.levels = {"cat", "dog"};
  c.idf = {2.0, 1.0};
  const std::vector<float> values = encoded(table({column("notes", {"Cat dog dog bird", "bird"})}), one(c));
  EXPECT_FLOAT_EQ(values[0], 2.0F / std::sqrt(8.0F));
  EXPECT_FLOAT_EQ(values[1], 2.0F / std::sqrt(8.0F));
  EXPECT_EQ(values[2], 0.0F);
  Encoding raw = one(c);
  raw.common_scale = false;
  EXPECT_THAT(encoded(table({column("notes", {"Cat dog dog"})}), raw), ElementsAre(1.0F, 2.0F)) << "counts";
}

TEST(EncodeTable, ReadsDatesListsYesAndNoAndVectors) {
  ColumnEncoding tags = of("tags", K::list);
  tags.levels = {"a", "b"};
  EXPECT_THAT(encoded(table({column("tags", {"b;a;b", "c"})}), one(tags)), ElementsAre(1.0F, 1.0F, 0.0F, 0.0F));
  ColumnEncoding smoker = of("smoker", K::yes_no);
  smoker.fill = {0.25};
  EXPECT_THAT(encoded(table({column("smoker", {"yes", "no", "?", "1"})}), one(smoker)),
              ElementsAre(1.0F, 0.0F, 0.25F, 1.0F));
  EXPECT_THAT(encoded(table({column("day", {"1970-01-03"})}), one(of("day", K::date))), ElementsAre(2.0F));
  ColumnEncoding v = of("v", K::vector);
  v.fill = {7.0, 8.0};
  EXPECT_THAT(encoded(table({column("v", {"[1, 2]", ""})}), one(v)), ElementsAre(1.0F, 2.0F, 7.0F, 8.0F));
}

TEST(EncodeTable, FindsColumnsByHeadingOrByPosition) {
  Encoding e = one(of("b", K::number, 0));
  EXPECT_THAT(encoded(table({column("a", {"1"}), column("b", {"2"})}), e), ElementsAre(2.0F));
  try {
    encoded(table({column("a", {"1"})}), e);
    ADD_FAILURE() << "a column is missing";
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("lacks 1 of the columns the communities were found with: 'b'"));
  }
  e.heading = false;
  EXPECT_THAT(encoded(table({column("", {"1"}), column("", {"2"})}), e), ElementsAre(1.0F));
  e.columns[0].positions = {5};
  EXPECT_THROW(encoded(table({column("", {"1"})}), e), InvalidArgument);
}

TEST(EncodeTable, BlamesTheCellThatDoesNotFit) {
  const auto place = [](K kind, const std::string& cell) {
    try {
      encoded(table({column("a", {"1"}), column("c", {cell})}), one(of("c", kind)));
    } catch (const CellFault& fault) {
      return std::to_string(fault.row()) + "," + std::to_string(fault.column()) + " " + fault.what();
    }
    return std::string("no fault");
  };
  EXPECT_EQ(place(K::number, "x"), "0,1 'x' is not a number, as `c` holds them");
  EXPECT_EQ(place(K::number, "inf"), "0,1 'inf' is not a finite number, as `c` holds them");
  EXPECT_EQ(place(K::date, "12"), "0,1 '12' is not a date, as `c` holds them");
  EXPECT_EQ(place(K::yes_no, "perhaps"), "0,1 'perhaps' is not yes or no, as `c` holds them");
  EXPECT_EQ(place(K::vector, "[1, 2]"), "0,1 '[1, 2]' is not a vector of 1 numbers, as `c` holds them");
}

TEST(EncodeTable, IsSparseIfTheEncodingSaysSo) {
  Encoding e = one(of("n", K::number));
  e.sparse = true;
  const EncodedTable out = encode_table(table({column("n", {"0", "3"})}), e, RunContext());
  EXPECT_EQ(out.attributes.sparse(), (SparseRows{1, {0, 0, 1}, {0}, {3.0F}}));
}

}  // namespace
}  // namespace cgsd
