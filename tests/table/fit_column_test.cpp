#include "cgsd/table/fit_column.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

using testing::column;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::table;
using K = ColumnKind;

FittedColumn fit(K kind, const std::vector<std::string>& cells, bool asked = false) {
  KindFinding finding;
  finding.kind = kind;
  return fit_column(column("c", cells), 0, finding, asked);
}

// Mean of 1, 2, 6 is 3, their variance over 3 is 14 / 3, the median 2.
TEST(FitColumn, MeasuresNumbers) {
  const ColumnEncoding e = fit(K::number, {"6", "1", "NA", "2"}).encoding;
  EXPECT_DOUBLE_EQ(e.mean, 3.0);
  EXPECT_THAT(e.scale, DoubleNear(std::sqrt(3.0 / 14.0), 1e-15));
  EXPECT_THAT(e.fill, ElementsAre(2.0));
  EXPECT_TRUE(e.missing) << "a quarter of the rows";
  EXPECT_THAT(fit(K::number, {"4", "1"}).encoding.fill, ElementsAre(2.5));
}

TEST(FitColumn, HasAnAttributeForMissingValuesOnlyIfTheyAreFrequent) {
  std::vector<std::string> cells(40, "1");
  for (std::size_t i = 0; i < 20; ++i) cells[i] = "2";
  cells[0] = "";
  EXPECT_FALSE(fit(K::number, cells).encoding.missing);
  cells[1] = "";
  EXPECT_TRUE(fit(K::number, cells).encoding.missing) << "5 %";
}

TEST(FitColumn, MergesRareLevels) {
  const FittedColumn found = fit(K::category, {"b", "a", "a", "b", "c", "a", "d", "b"});
  EXPECT_THAT(found.encoding.levels, ElementsAre("a", "b"));
  EXPECT_TRUE(found.encoding.other);
  EXPECT_EQ(found.topic, "rare values merged");
  EXPECT_EQ(found.detail, "2 of `c`");
  EXPECT_EQ(fit(K::category, {"a", "b", "c", "d", "e", "f", "a"}).ignored, "holds 6 values, most of them rare");
  EXPECT_EQ(fit(K::category, {"a", "b", "c", "d", "e", "f", "a"}, true).ignored, "") << "asked for";
  EXPECT_EQ(fit(K::category, {"a", "b"}).ignored, "holds no value often enough to tell rows apart");
}

// A thousand rows: 0.5 % are five.
TEST(FitColumn, TakesALevelForRareByTheNumberOfRows) {
  std::vector<std::string> cells(1000, "many");
  for (std::size_t i = 0; i < 5; ++i) cells[i] = "five";
  for (std::size_t i = 5; i < 9; ++i) cells[i] = "four";
  EXPECT_THAT(fit(K::category, cells).encoding.levels, ElementsAre("five", "many"));
}

TEST(FitColumn, CollectsItemsAndWords) {
  EXPECT_THAT(fit(K::list, {"a;b", "b;a;a", "c", ""}).encoding.levels, ElementsAre("a", "b"));
  const ColumnEncoding words = fit(K::words, {"a cat", "a dog", "the cat"}).encoding;
  EXPECT_THAT(words.levels, ElementsAre("a", "cat"));
  EXPECT_THAT(words.idf,
              ElementsAre(DoubleNear(std::log(4.0 / 3.0) + 1.0, 1e-15), DoubleNear(std::log(4.0 / 3.0) + 1.0, 1e-15)));
  EXPECT_EQ(fit(K::words, {"a", "b"}).ignored, "holds no word in two rows");
}

TEST(FitColumn, FillsVectorsWithMedians) {
  EXPECT_THAT(fit(K::vector, {"[1, 10]", "[3, 20]", ""}).encoding.fill, ElementsAre(2.0, 15.0));
  const TextTable t = table({column("e0", {"1", "", "5"}), column("e1", {"7", "8", "9"})});
  const ColumnEncoding e = fit_vector(t, {0, 1}, NumberStyle::plain, RunContext()).encoding;
  EXPECT_THAT(e.sources, ElementsAre("e0", "e1"));
  EXPECT_THAT(e.fill, ElementsAre(3.0, 0.0)) << "where nothing is missing no median is needed";
  EXPECT_TRUE(e.missing);
}

}  // namespace
}  // namespace cgsd
