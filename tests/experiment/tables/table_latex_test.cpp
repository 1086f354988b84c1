// The LaTeX of cgsd/experiment/tables/table_format.hpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/tables/table_format.hpp"

#include "tests/experiment/tables/table_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ResultTable> nmi_table() {
  return {metric_table(testing::small_table_spec(), testing::small_table_cells(), Metric::nmi)};
}

// One row, one column, one note.
ResultTable tiny_table() {
  ResultTable table;
  table.title = "T";
  table.corner = "method";
  table.rows = {"r"};
  table.columns = {"c"};
  TableEntry entry;
  entry.method = "r";
  entry.dataset = "c";
  entry.summary = {.wanted = 2, .found = 2, .mean = -0.5, .standard_error = 0.125};
  table.entries = {entry};
  table.remarks = {"mean ± standard error of 2 seeds"};
  return table;
}

TEST(TableLatex, IsWrittenToTheLetter) {
  ResultTable table = tiny_table();
  table.entries[0].notes = {0};
  table.notes = {"≥ 1 cell – of 2×2 – failed"};
  EXPECT_EQ(to_latex(std::vector{table}), R"(% needs \usepackage{booktabs}

\begin{table}
\centering
\caption{T: mean $\pm$ standard error of 2 seeds.}
\begin{tabular}{lr}
\toprule
method & c \\
\midrule
r & $-$0.500 $\pm$ 0.125\textsuperscript{1} \\
\bottomrule
\end{tabular}

{\footnotesize \textsuperscript{1} $\geq$ 1 cell -- of 2$\times$2 -- failed}
\end{table}
)");
}

TEST(TableLatex, ShowsTheTable) {
  const std::string text = to_latex(nmi_table());
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{lrr}\n\\toprule\nmethod & karate & Texas \\\\\n\\midrule\n"));
  EXPECT_THAT(text, HasSubstr("leiden & \\textbf{0.500} $\\pm$ 0.000 [0.465] & --\\textsuperscript{2} \\\\\n"));
  EXPECT_THAT(text, HasSubstr("\\bottomrule\n\\end{tabular}\n"));
  for (const char* unicode : {"±", "–", "−"}) EXPECT_THAT(text, Not(HasSubstr(unicode)));
}

TEST(TableLatex, LeavesNoSignUnescaped) {
  ResultTable table = tiny_table();
  table.rows = {R"(a\b~c^d&e%f$g#h_i{j}k)"};
  EXPECT_THAT(to_latex(std::vector{table}),
              HasSubstr(R"(a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d\&e\%f\$g\#h\_i\{j\}k & )"));
}

TEST(TableLatex, RaisesMarksAndNotes) {
  ResultTable table = tiny_table();
  table.entries[0].mark = "†";
  table.entries[0].notes = {0, 1};
  table.notes = {"first", "second"};
  EXPECT_THAT(to_latex(std::vector{table}), HasSubstr("0.125\\textsuperscript{†}\\textsuperscript{1,2} "));
}

TEST(TableLatex, OfASingleSeedHasNoSpread) {
  ResultTable table = tiny_table();
  table.entries[0].summary.standard_error = CellRecord::kNone;
  EXPECT_THAT(to_latex(std::vector{table}), HasSubstr("r & $-$0.500 \\\\\n"));
}

TEST(TableLatex, PutsEveryTableIntoAnEnvironmentOfItsOwn) {
  const std::string text = to_latex(std::vector{tiny_table(), tiny_table()});
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("\\begin{table}"), 2u);
  EXPECT_EQ(count("\\end{table}"), 2u);
  EXPECT_EQ(count("booktabs"), 1u);
}

}  // namespace
}  // namespace cgsd
