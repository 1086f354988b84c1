#include "papers/cgsd/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Comparison small_comparison() {
  Comparison c;
  c.figures = {{.row = "Cora", .column = "CSpec", .measured = {0.0512, 0.004, 5}, .printed = Printed{0.05, 3}},
               {.row = "Cora", .column = "K-means", .measured = {0.1, 0.004, 5}, .printed = Printed{0.044, 3}},
               {.row = "Cora", .column = "edges", .measured = exact(5278.0), .printed = {}, .digits = 0},
               {.row = "Texas", .column = "CSpec", .measured = {}, .printed = Printed{0.054, 3}, .note = "not run"}};
  c.remarks = {"mean of 5 runs"};
  return c;
}

TEST(Comparison, CountsOnlyWhatIsMeasuredAndPrinted) {
  const AgreementCount count = count_agreement(small_comparison().figures);
  EXPECT_EQ(count.compared, 2u);
  EXPECT_EQ(count.agree, 1u);
  EXPECT_EQ(count.all(), false);
  EXPECT_EQ(AgreementCount{}.all(), std::nullopt) << "of nothing there is nothing to say";
}

TEST(Comparison, AsTextNamesADatasetOnce) {
  EXPECT_EQ(comparison_text(small_comparison()),
            "  dataset  method        measured  printed  difference  agreement\n"
            "  Cora     CSpec    0.051 ± 0.004    0.050      +0.001  inside\n"
            "           K-means  0.100 ± 0.004    0.044      +0.056  outside\n"
            "           edges             5278        –           –  –\n"
            "  Texas    CSpec                –    0.054           –  not measured  not run\n"
            "  mean of 5 runs\n");
}

TEST(Comparison, AsCsvHasFullPrecisionAndEmptyFieldsForWhatIsNotThere) {
  const std::string csv = comparison_csv(small_comparison());
  EXPECT_THAT(csv, HasSubstr("dataset,method,measured,standard_error,runs,printed,difference,agreement,note\n"));
  EXPECT_THAT(csv, HasSubstr("Cora,CSpec,0.0512,0.004,5,0.05,"));
  EXPECT_THAT(csv, HasSubstr("Cora,edges,5278,,1,,,not printed,\n"));
  EXPECT_THAT(csv, HasSubstr("Texas,CSpec,,,0,0.054,,not measured,not run\n"));
}

TEST(Comparison, AsLatexLeavesTheNotesOut) {
  const std::string latex = comparison_latex(small_comparison());
  EXPECT_THAT(latex, HasSubstr("\\begin{tabular}{llrrrl}"));
  EXPECT_THAT(latex, HasSubstr("  Texas & CSpec & – & 0.054 & – & not measured \\\\\n"));
  EXPECT_THAT(latex, Not(HasSubstr("not run")));
}

TEST(Comparison, AsMarkdownEndsWithItsRemarks) {
  const std::string markdown = comparison_markdown(small_comparison());
  EXPECT_THAT(markdown, HasSubstr("| Texas | CSpec | – | 0.054 | – | not measured | not run |\n\nmean of 5 runs\n"));
}

}  // namespace
}  // namespace cgsd
