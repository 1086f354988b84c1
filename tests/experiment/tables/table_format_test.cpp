#include "cgsd/experiment/tables/table_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/tables/table_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

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

TEST(TableFormat, IsChosenByName) {
  const auto tables = nmi_table();
  EXPECT_EQ(formatted(tables, TableFormat::text), to_text(tables));
  EXPECT_EQ(formatted(tables, TableFormat::markdown), to_markdown(tables));
  EXPECT_EQ(formatted(tables, TableFormat::latex), to_latex(tables));
  EXPECT_EQ(formatted(tables, TableFormat::csv), to_csv(tables));
  EXPECT_EQ(formatted(tables, TableFormat::json), to_json(tables));
}

TEST(TableFormat, PutsColumnsThatDoNotFitBelow) {
  EXPECT_EQ(to_text(nmi_table(), 40),
            "NMI\n"
            "  method          karate\n"
            "  ───────────────────────────────\n"
            "  louvain  0.300 ± 0.100\n"
            "  leiden   0.500 ± 0.000* [0.465]\n"
            "  kmeans               –³\n"
            "\n"
            "  method           Texas\n"
            "  ───────────────────────\n"
            "  louvain          0.900¹\n"
            "  leiden               –²\n"
            "  kmeans   0.300 ± 0.000\n"
            "  ¹ 1 of 2 cells failed: not enough\n"
            "    memory\n"
            "  ² not run\n"
            "  ³ failed: needs attributes, and the\n"
            "    input has none\n"
            "  mean ± standard error of 2 seeds; in\n"
            "  brackets: printed in the paper; * best\n");
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
  EXPECT_THAT(to_markdown(shown), HasSubstr("a\\_b\\|c&d%"));
}

TEST(TableFormat, ShowsMarksOfOthersBehindTheValue) {
  auto tables = nmi_table();
  tables[0].entries[0].mark = "†";
  EXPECT_THAT(to_text(tables), HasSubstr("0.300 ± 0.100†"));
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
