#include "papers/cgsd/text_table.hpp"

#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

ReportTable small_table() {
  return {.header = {"set", "method", "n"},
          .is_number = {false, false, true},
          .grouped = 2,
          .rows = {{"a", "é", "1"}, {"a", "é", "20"}, {"b", "é", "3"}}};
}

TEST(ReportTable, AlignsBySignsAndLeavesRepeatsBlank) {
  EXPECT_EQ(table_text(small_table()),
            "  set  method   n\n"
            "  a    é        1\n"
            "               20\n"
            "  b    é        3\n");  // "é" is of another set
}

TEST(ReportTable, EscapesMarkupInMarkdown) {
  ReportTable table = small_table();
  table.rows = {{"a|b", "x_y", "1"}};
  EXPECT_EQ(table_markdown(table), "| set | method | n |\n| --- | --- | ---: |\n| a\\|b | x\\_y | 1 |\n");
}

TEST(ReportTable, EscapesSignsOfLatex) {
  ReportTable table = small_table();
  table.rows = {{"a_b", "50 %", "1"}};
  EXPECT_EQ(table_latex(table),
            "\\begin{tabular}{llr}\n  \\toprule\n  set & method & n \\\\\n  \\midrule\n"
            "  a\\_b & 50 \\% & 1 \\\\\n  \\bottomrule\n\\end{tabular}\n");
}

TEST(ReportTable, ParagraphsStayWithin96Columns) {
  EXPECT_EQ(paragraph("one two", 2), "  one two\n");
  const std::string a(50, 'a');
  const std::string b(44, 'b');
  EXPECT_EQ(paragraph(fmt::format("{} {} c", a, b), 0), fmt::format("{} {}\nc\n", a, b));
  std::string greek;
  for (int i = 0; i < 48; ++i) greek += i == 0 ? "κ" : " κ";
  EXPECT_EQ(paragraph(greek, 0), greek + "\n") << "columns, not bytes";
}

}  // namespace
}  // namespace cgsd
