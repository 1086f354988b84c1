#include "papers/cgsd/items/theory_tables.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/utf8.hpp"

#include "tests/papers/items/theory_cases.hpp"
#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

std::vector<JudgedStatement> tables() {
  return theory_tables(builtin_item(PaperItem::theory), testing::theory_cases());
}

double figure(const JudgedStatement& statement, std::size_t line, std::string_view column) {
  const auto found = std::ranges::find(statement.columns, column, &StatementColumn::name);
  EXPECT_NE(found, statement.columns.end()) << column;
  return statement.lines[line].figures[static_cast<std::size_t>(found - statement.columns.begin())];
}

TEST(TheoryTables, TellPremiseAndConclusionOfEveryGraph) {
  const auto all = tables();
  const JudgedStatement& contraction = all[1];
  EXPECT_EQ(contraction.lines[0].premise, false) << "the karate club does not meet it";
  EXPECT_EQ(contraction.lines[1].premise, true);
  EXPECT_EQ(contraction.lines[1].conclusion, true) << "one star per class, sixteen leaves";
  EXPECT_EQ(contraction.lines[2].conclusion, false) << "two stars per class";
  EXPECT_EQ(figure(contraction, 2, "Δ"), 5.0);
  EXPECT_EQ(figure(contraction, 0, "step"), 0.0);
  EXPECT_EQ(all[0].lines[0].conclusion, true);
  EXPECT_EQ(all[2].lines[0].conclusion, true);
  EXPECT_EQ(all[4].lines[0].conclusion, std::nullopt) << "C is not given";
  EXPECT_EQ(all[5].lines[0].conclusion, true);
}

TEST(TheoryTables, GiveTheLargestConstantOfTheorem2) {
  const JudgedStatement gap = tables()[3];
  EXPECT_NEAR(figure(gap, 1, "bound/c"), 512.0, 1e-6);  // Δ = 16, h = 32/33
  EXPECT_LT(figure(gap, 1, "largest c"), 1.0 / 512.0);
}

TEST(TheoryTables, FitAHundredColumns) {
  std::string_view text;
  const std::string whole = judged_text(tables());
  for (text = whole; !text.empty();) {
    const std::string_view line = text.substr(0, text.find('\n'));
    EXPECT_LE(display_width(line), 100u) << line;
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

TEST(TheoryTables, RefuseAStatementThatIsNoneOfTheSix) {
  ItemSpec spec = builtin_item(PaperItem::theory);
  spec.statements.emplace_back("Lemma 7", "x");
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { theory_tables(spec, {}); }), HasSubstr("Lemma 7"));
}

}  // namespace
}  // namespace cgsd
