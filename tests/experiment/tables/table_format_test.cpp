#include "cgsd/experiment/tables/table_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/experiment/tables/table_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ResultTable> nmi_table() {
  return {metric_table(testing::small_table_spec(), testing::small_table_cells(), Metric::nmi)};
}

// By hand: louvain on karate has 0.2 and 0.4, so 0.3 ± 0.1; on Texas 0.9 of one cell; leiden 0.5 twice.
TEST(TableFormat, AsText) {
  EXPECT_EQ(to_text(nmi_table()),
            "NMI\n"
            "  method          karate                   Texas\n"
            "  ───────────────────────────────────────────────\n"
            "  louvain  0.300 ± 0.100                   0.900¹\n"
            "  leiden   0.500 ± 0.000* [0.465]              –²\n"
            "  kmeans               –³          0.300 ± 0.000\n"
            "  ¹ 1 of 2 cells failed: not enough memory\n"
            "  ² not run\n"
            "  ³ failed: needs attributes, and the input has none\n"
            "  mean ± standard error of 2 seeds; in brackets: printed in the paper; * best\n");
}

TEST(TableFormat, AsMarkdown) {
  const std::string text = to_markdown(nmi_table());
  EXPECT_THAT(text, HasSubstr("| method | karate | Texas |\n| --- | --- | --- |\n"));
  EXPECT_THAT(text, HasSubstr("| leiden | **0.500** ± 0.000 [0.465] | –<sup>2</sup> |\n"));
  EXPECT_THAT(text, HasSubstr("<sup>2</sup> not run\n"));
}

TEST(TableFormat, AsLatex) {
  const std::string text = to_latex(nmi_table());
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{lrr}\n\\toprule\nmethod & karate & Texas \\\\\n\\midrule\n"));
  EXPECT_THAT(text, HasSubstr("leiden & \\textbf{0.500} $\\pm$ 0.000 [0.465] & --\\textsuperscript{2} \\\\\n"));
  EXPECT_THAT(text, HasSubstr("\\bottomrule\n\\end{tabular}\n"));
  for (const char* unicode : {"±", "–", "−"}) EXPECT_THAT(text, Not(HasSubstr(unicode)));
}

TEST(TableFormat, AsCsvWithOneRowPerFigure) {
  const std::string text = to_csv(nmi_table());
  EXPECT_THAT(text, HasSubstr("dataset,method,metric,mean,standard_error,cells,wanted,best,mark,paper,notes\n"));
  EXPECT_THAT(text, HasSubstr("karate,leiden,nmi,0.5,0,2,2,1,,0.465,\n"));
  EXPECT_THAT(text, HasSubstr("karate,kmeans,nmi,,,0,2,0,,,\"failed: needs attributes, and the input has none\"\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
}

TEST(TableFormat, AsJson) {
  const auto json = nlohmann::json::parse(to_json(nmi_table()));
  ASSERT_EQ(json["results"].size(), 6u);
  EXPECT_EQ(json["results"][2]["method"], "leiden");
  EXPECT_EQ(json["results"][2]["paper"], 0.465);
  EXPECT_EQ(json["results"][2]["best"], true);
  EXPECT_TRUE(json["results"][4]["mean"].is_null());
  EXPECT_EQ(json["results"][5]["cells"], 2);
  EXPECT_EQ(json["results"][3]["notes"][0], "not run");
}

TEST(TableFormat, EscapesWhatWouldBeMisread) {
  ExperimentSpec spec = testing::small_table_spec();
  spec.methods[0].label = "a_b|c&d%";
  const std::vector<ResultTable> tables = {metric_table(spec, {}, Metric::ari)};
  ASSERT_EQ(tables[0].notes.size(), 1u);
  ExperimentSpec other = testing::small_table_spec();
  other.datasets[0].label = "a_b|c&d%";
  auto cells = testing::small_table_cells();
  cells[0].key.dataset = "a_b|c&d%";
  const std::vector<ResultTable> shown = {metric_table(other, cells, Metric::nmi)};
  EXPECT_THAT(to_latex(shown), HasSubstr("a\\_b|c\\&d\\%"));
  EXPECT_THAT(to_markdown(shown), HasSubstr("a\\_b\\|c&d%"));
}

TEST(TableFormat, ShowsMarksOfOthersBehindTheValue) {
  auto tables = nmi_table();
  tables[0].entries[0].mark = "†";
  EXPECT_THAT(to_text(tables), HasSubstr("0.300 ± 0.100†"));
  EXPECT_THAT(to_latex(tables), HasSubstr("0.100\\textsuperscript{†}"));
  EXPECT_THAT(to_csv(tables), HasSubstr(",†,"));
}

TEST(TableFormat, SaysInALineThatNothingWasMeasured) {
  ExperimentSpec spec = testing::small_table_spec();
  const std::vector<ResultTable> tables = {metric_table(spec, {}, Metric::nmi)};
  spec.paper.clear();
  const std::vector<ResultTable> bare = {metric_table(spec, {}, Metric::nmi)};
  EXPECT_EQ(to_text(bare), "NMI\n  not run\n");
  EXPECT_THAT(to_text(tables), HasSubstr("[0.465]")) << "what a paper prints is shown in any case";
  for (const TableFormat format : {TableFormat::csv, TableFormat::json, TableFormat::markdown, TableFormat::latex}) {
    EXPECT_THAT(formatted(bare, format), HasSubstr("not run"));
  }
}

}  // namespace
}  // namespace cgsd
