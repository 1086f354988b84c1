#include "cgsd/table/fit_encoding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/encode_table.hpp"

#include "tests/graph/thread_processes.hpp"
#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

using testing::column;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::table;
using K = ColumnKind;

FittedTable fit(const TextTable& t, const TableOptions& options = {}) { return fit_encoding(t, options, RunContext()); }
Attributes encoded(const TextTable& t, const TableOptions& options = {}) {
  return encode_table(t, fit(t, options).encoding, RunContext()).attributes;
}
// Σ over the columns first … last of their variances.
double variance(const Attributes& x, std::size_t first, std::size_t last) {
  double total = 0.0;
  const auto n = static_cast<double>(x.rows());
  for (std::size_t j = first; j <= last; ++j) {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      const double value = static_cast<double>(x.dense()(i, j));
      sum += value;
      squares += value * value;
    }
    total += squares / n - (sum / n) * (sum / n);
  }
  return total;
}

const TextTable kMixed =
    table({column("age", {"31", "17", "", "54", "23", "40"}),
           column("city", {"Rome", "Oslo", "Rome", "Oslo", "Rome", "Bonn"}),
           column("smoker", {"yes", "no", "no", "yes", "no", "no"}), column("e0", {"1", "2", "3", "4", "5", "9"}),
           column("e1", {"0", "1", "0", "1", "0", "3"})});

TEST(FitEncoding, LeavesAMatrixOfNumbersAsItIs) {
  const Attributes plain = Matrix<float>(2, 2, {1, 2, 3, 4.5});
  EXPECT_EQ(encoded(table({column("", {"1", "3"}), column("", {"2", "4.5"})})), plain);
  EXPECT_EQ(encoded(table({column("f0", {"1", "3"}), column("f1", {"2", "4.5"})})), plain);
  EXPECT_EQ(encoded(table({column("x", {"1", "3"}), column("y", {"2", "4.5"})})), plain);
  EXPECT_EQ(encoded(table({column("age", {"1", "2"})})), Attributes(Matrix<float>(2, 1, {1, 2})));
  EXPECT_THAT(fit(table({column("f0", {"1", "3"}), column("f1", {"2", "4.5"})})).account, IsEmpty());
}

TEST(FitEncoding, GivesEverySourceTheSameVariance) {
  const FittedTable fitted = fit(kMixed);
  ASSERT_TRUE(fitted.encoding.common_scale);
  EXPECT_THAT(fitted.encoding.attribute_names(),
              ElementsAre("age", "age missing", "city=Oslo", "city=Rome", "city=other", "smoker", "e0", "e1"));
  const Attributes x = encoded(kMixed);
  EXPECT_NEAR(variance(x, 0, 1), 1.0, 1e-6);
  EXPECT_NEAR(variance(x, 2, 4), 1.0, 1e-6);
  EXPECT_NEAR(variance(x, 5, 5), 1.0, 1e-6);
  EXPECT_NEAR(variance(x, 6, 7), 1.0, 1e-6);
}

TEST(FitEncoding, DoesNotDependOnUnits) {
  const TextTable euro =
      table({column("income", {"1000", "2500", "1800", "3200"}), column("age", {"20", "35", "50", "41"})});
  const TextTable thousands =
      table({column("income", {"1.0", "2.5", "1.8", "3.2"}), column("age", {"20", "35", "50", "41"})});
  EXPECT_EQ(encoded(euro), encoded(thousands));
}

TEST(FitEncoding, SaysWhatItDid) {
  const FittedTable fitted = fit(kMixed);
  EXPECT_THAT(fitted.account,
              ElementsAre("1 number", "`smoker` as yes or no", "1 category → 3 columns", "`e0` … `e1` as a vector",
                          "rare values merged: 1 of `city`", "columns put on a common scale"));
  const FittedTable ignoring = fit(table({column("name", {"Anna", "Bob", "Cleo"}), column("age", {"3", "5", "9"})}));
  EXPECT_THAT(ignoring.account, Contains("column `name` has a different value in every row: ignored"));
}

TEST(FitEncoding, DoesAsItIsTold) {
  EXPECT_THAT(
      fit(kMixed, {.columns = {"age", "city"}, .ignore = {}, .kinds = {}, .id_column = {}}).encoding.columns.size(),
      2u);
  const FittedTable fitted =
      fit(kMixed, {.columns = {}, .ignore = {"city", "e0", "e1"}, .kinds = {{"age", K::category}}, .id_column = {}});
  EXPECT_EQ(fitted.encoding.columns.front().kind, K::category);
  EXPECT_EQ(fitted.encoding.columns.size(), 2u);
}

TEST(FitEncoding, ReadsPointsAsThousandsWhereCommasAreDecimal) {
  const TextTable t = table({column("income", {"1.234", "999", "2.500"}), column("share", {"0,5", "0,25", "0,75"})});
  const Encoding e = fit(t).encoding;
  EXPECT_DOUBLE_EQ(e.columns[0].fill[0], 1234.0);
}

TEST(FitEncoding, KeepsWordsSparse) {
  std::vector<std::string> cells;
  for (int i = 0; i < 300; ++i)
    cells.push_back("w" + std::to_string(i % 100) + " v" + std::to_string(i % 90) + " u" + std::to_string(i % 80));
  const TextTable t = table({column("notes", cells)});
  const Encoding e = fit(t).encoding;
  EXPECT_TRUE(e.sparse);
  EXPECT_FALSE(e.common_scale) << "one bag of words: the detector chooses how to weigh it";
  EXPECT_EQ(e.width(), 270u);
}

TEST(FitEncoding, NamesColumnsThatAreNotThere) {
  const auto refusal = [](const TableOptions& options) {
    try {
      check_names(options, kMixed);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  TableOptions options;
  options.ignore = {"agee"};
  EXPECT_THAT(refusal(options), HasSubstr("--ignore 'agee': there is no such column, did you mean 'age'?"));
  options = {};
  options.id_column = "node";
  EXPECT_THAT(refusal(options), HasSubstr("--id-column 'node': there is no such column; there are: 'age', 'city'"));
}

TEST(FitEncoding, RefusesATableOfWhichNothingIsLeft) {
  try {
    fit(table({column("name", {"Anna", "Bob", "Cleo"}), column("one", {"1", "1", "1"})}));
    ADD_FAILURE() << "no attribute";
  } catch (const CellFault& fault) {
    EXPECT_EQ(fault.row(), CellFault::kHeading);
    EXPECT_THAT(
        fault.what(),
        HasSubstr("no column is left as an attribute: `name` has a different value in every row; `one` has the same"));
  }
}

// Some rows of a table.
TextTable rows_of(const TextTable& t, std::size_t begin, std::size_t end) {
  TextTable part;
  for (const TextColumn& whole : t.columns) {
    TextColumn& one = part.columns.emplace_back(whole.name, TextList());
    for (std::size_t row = begin; row < end; ++row) one.cells.append(whole.cells[row]);
  }
  return part;
}

TEST(FitEncoding, FindsTheSameIfRowsAreSpreadOverProcesses) {
  const TextTable tables[] = {
      kMixed,
      table(
          {column("a", {"1,5", "2", "3,25", "4", "-", "6,5"}), column("b", {"1.000", "2", "3", "4", "5", "6"}),
           column("notes", {"a red fox ran", "the red hen sat", "the fox sat", "a hen ran by", "", "the fox ran by"})}),
      table({column("e0", {"1", "", "3", "4", "5", "6"}), column("e1", {"1", "2", "", "4", "9", "7"}),
             column("e2", {"0", "0", "1", "0", "2", "0"})})};
  for (const TextTable& whole : tables) {
    const FittedTable fitted = fit(whole);
    const EncodedTable rows = encode_table(whole, fitted.encoding, RunContext());
    testing::run_processes(4, [&](const RunContext& run, testing::ThreadProcesses& processes) {
      const auto [begin, end] = testing::own_rows(whole.rows(), processes);  // one process has a single row
      processes.set_rows(end - begin);
      const TextTable own = rows_of(whole, begin, end);
      const FittedTable found = fit_encoding(own, {}, run);
      EXPECT_EQ(found.account, fitted.account);
      const EncodedTable encoded_here = encode_table(own, found.encoding, run);
      EXPECT_EQ(encoded_here.account, rows.account);
      const Matrix<float> all = testing::all_rows(encoded_here.attributes.dense(), run);
      ASSERT_EQ(all.cols(), rows.attributes.cols());
      for (std::size_t i = 0; i < all.values().size(); ++i)
        EXPECT_NEAR(all.values()[i], rows.attributes.dense().values()[i], 1e-6);
    });
  }
}

TEST(FitEncoding, CountsTheRowOfAFaultAmongAllProcesses) {
  const TextTable whole = table({column("age", {"1", "2", "3", "4", "5", "x7", "6", "8"})});
  testing::run_processes(3, [&](const RunContext& run, testing::ThreadProcesses& processes) {
    const auto [begin, end] = testing::own_rows(whole.rows(), processes);
    processes.set_rows(end - begin);
    try {
      fit_encoding(rows_of(whole, begin, end), {}, run);
      ADD_FAILURE() << "x7 is no number";
    } catch (const CellFault& fault) {
      EXPECT_EQ(fault.row(), 5U);
    }
  });
}

}  // namespace
}  // namespace cgsd
