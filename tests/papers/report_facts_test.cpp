#include "papers/cgsd/report_facts.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

std::vector<ItemReport> reports() {
  ItemReport main{.item = PaperItem::table_main};
  main.comparison.figures = {
      {"A", "x", exact(1.0), {}, 3, {}}, {"A", "y", {}, {}, 3, {}}, {"B", "x", exact(3.0), {}, 3, {}}};
  main.claims = {{"It holds", ClaimVerdict::reproduced, ""}};
  ItemReport theory{.item = PaperItem::theory};
  theory.theory = {{.name = "Lemma 1 (suppression)"}};
  return {main, theory};
}

TEST(ReportFacts, FindsByItemRowAndColumn) {
  const std::vector<ItemReport> all = reports();
  const ReportFacts facts(all);
  EXPECT_EQ(facts.measured(PaperItem::table_main, "B", "x"), 3.0);
  EXPECT_EQ(facts.measured(PaperItem::table_main, "A", "y"), std::nullopt) << "not measured";
  EXPECT_EQ(facts.figure(PaperItem::table_sbm, "A", "x"), nullptr);
  EXPECT_EQ(facts.rows(PaperItem::table_main), (std::vector<std::string>{"A", "B"}));
}

TEST(ReportFacts, HasAMeanOnlyIfEveryRowIsMeasured) {
  const std::vector<ItemReport> all = reports();
  const ReportFacts facts(all);
  EXPECT_EQ(facts.mean(PaperItem::table_main, "x"), 2.0);
  EXPECT_EQ(facts.mean(PaperItem::table_main, "y"), std::nullopt);
  EXPECT_EQ(facts.mean(PaperItem::table_sbm, "x"), std::nullopt);
}

TEST(ReportFacts, FindsClaimsAndStatementsByTheirBeginning) {
  const std::vector<ItemReport> all = reports();
  const ReportFacts facts(all);
  ASSERT_NE(facts.claim(PaperItem::table_main, "It"), nullptr);
  EXPECT_EQ(facts.claim(PaperItem::table_main, "holds"), nullptr);
  EXPECT_EQ(facts.claim(PaperItem::claims, "It"), nullptr);
  ASSERT_NE(facts.statement("Lemma 1"), nullptr);
  EXPECT_EQ(facts.statement("Lemma 2"), nullptr);
}

}  // namespace
}  // namespace cgsd
