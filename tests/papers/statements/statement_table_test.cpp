#include "papers/cgsd/statements/statement_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::HasSubstr;

std::vector<StatementFigure> three_figures() {
  StatementFigure lowest{.dataset = "Texas", .statement = "curvature bounds", .quantity = "lowest curvature"};
  lowest.measured = -117.0;
  lowest.at_least = -204.0;
  lowest.digits = 0;
  lowest.verdict = Verdict::holds;
  StatementFigure gap{.dataset = "Texas", .statement = "gap", .quantity = "gap, of means"};
  gap.measured = 23.348;
  gap.at_least = 6.0;
  gap.at_most = 42.625;
  gap.digits = 2;
  gap.verdict = Verdict::violated;
  StatementFigure rest{.dataset = "Texas", .statement = "gap", .quantity = "share"};
  return {lowest, gap, rest};
}

TEST(StatementTable, ShowsMeasuredFiguresBesideTheirBounds) {
  EXPECT_EQ(statements_text(three_figures()),
            "  quantity          measured  bound         verdict\n"
            "Texas, curvature bounds\n"
            "  lowest curvature      -117  ≥ -204        holds\n"
            "Texas, gap\n"
            "  gap, of means        23.35  6.00 … 42.62  violated\n"
            "  share                    –  –             premise not met\n");
}

TEST(StatementTable, HasFullPrecisionForPrograms) {
  EXPECT_EQ(statements_csv(three_figures()),
            "dataset,statement,quantity,measured,at_least,at_most,verdict\n"
            "Texas,curvature bounds,lowest curvature,-117,-204,,holds\n"
            "Texas,gap,\"gap, of means\",23.348,6,42.625,violated\n"
            "Texas,gap,share,,,,premise not met\n");
}

TEST(StatementTable, IsMarkdownAndLatexToo) {
  EXPECT_THAT(statements_markdown(three_figures()), HasSubstr("| --- | --- | --- | ---: | --- | --- |\n"));
  EXPECT_THAT(statements_markdown(three_figures()), HasSubstr("| Texas | gap | gap, of means | 23.35 |"));
  EXPECT_THAT(statements_latex(three_figures()), HasSubstr("\\begin{tabular}{lllrll}"));
  EXPECT_THAT(statements_latex(three_figures()), HasSubstr("  Texas & gap & share & – & – & premise not met \\\\\n"));
}

}  // namespace
}  // namespace cgsd
