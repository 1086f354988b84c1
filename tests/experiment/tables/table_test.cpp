#include "cgsd/experiment/tables/table.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/tables/table_cases.hpp"

namespace cgsd {
namespace {

using testing::done;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::small_table_spec;

TEST(CellSummary, IsMeanAndStandardErrorWorkedOutByHand) {
  const double values[] = {1.0, 2.0, 4.0, 5.0};  // mean 3, squares 10, deviation² 10/3, error √(10/12)
  const CellSummary summary = summarise_cells(values);
  EXPECT_EQ(summary.mean, 3.0);
  EXPECT_NEAR(summary.standard_error, 0.9128709291752769, 1e-15);
  EXPECT_TRUE(summary.complete());
}

TEST(CellSummary, LeavesMissingValuesOutAndSaysSo) {
  const double values[] = {1.0, CellRecord::kNone, 3.0};
  const CellSummary summary = summarise_cells(values);
  EXPECT_EQ(summary.mean, 2.0);
  EXPECT_EQ(summary.standard_error, 1.0);
  EXPECT_EQ(summary.found, 2u);
  EXPECT_FALSE(summary.complete());
  const double one[] = {1.0};
  EXPECT_TRUE(std::isnan(summarise_cells(one).standard_error));
  EXPECT_TRUE(std::isnan(summarise_cells({}).mean));
  EXPECT_FALSE(summarise_cells({}).complete());
}

TEST(Table, HasMethodsDownAndDatasetsAcross) {
  const auto table = metric_table(small_table_spec(), testing::small_table_cells(), Metric::nmi);
  EXPECT_THAT(table.rows, ElementsAre("louvain", "leiden", "kmeans"));
  EXPECT_THAT(table.columns, ElementsAre("karate", "Texas"));
  EXPECT_EQ(table.at(1, 0).method, "leiden");
  EXPECT_EQ(table.at(1, 0).summary.mean, 0.5);
  EXPECT_EQ(table.at(0, 1).dataset, "Texas");
}

TEST(Table, HasDatasetsDownWhereThereAreMore) {
  ExperimentSpec spec = small_table_spec();
  spec.methods.resize(1);
  const auto table = metric_table(spec, testing::small_table_cells(), Metric::nmi);
  EXPECT_THAT(table.rows, ElementsAre("karate", "Texas"));
  EXPECT_THAT(table.columns, ElementsAre("louvain"));
}

TEST(Table, MarksTheBestOfEveryDatasetAmongThoseThatAreComplete) {
  const ExperimentSpec spec = small_table_spec();
  const auto cells = testing::small_table_cells();
  const auto nmi = metric_table(spec, cells, Metric::nmi);
  EXPECT_FALSE(nmi.at(0, 0).best);
  EXPECT_TRUE(nmi.at(1, 0).best);
  EXPECT_FALSE(nmi.at(0, 1).best) << "0.9, but one of its cells failed";
  EXPECT_FALSE(nmi.at(2, 1).best) << "complete, but there is nothing to compare it with";
  const auto seconds = metric_table(spec, cells, Metric::seconds);
  EXPECT_TRUE(seconds.at(0, 0).best) << "less is better";
  EXPECT_FALSE(metric_table(spec, cells, Metric::communities).at(0, 0).best);
}

TEST(Table, LetsTiesShareTheMark) {
  ExperimentSpec spec = small_table_spec();
  spec.seeds = {0};
  const std::vector<CellRecord> cells = {done({"louvain", "karate", 0}, 0.5), done({"leiden", "karate", 0}, 0.5),
                                         done({"kmeans", "karate", 0}, 0.4)};
  const auto table = metric_table(spec, cells, Metric::nmi);
  EXPECT_TRUE(table.at(0, 0).best);
  EXPECT_TRUE(table.at(1, 0).best);
  EXPECT_FALSE(table.at(2, 0).best);
}

TEST(Table, SaysWhyAFigureIsMissing) {
  const auto table = metric_table(small_table_spec(), testing::small_table_cells(), Metric::nmi);
  const auto note = [&](std::size_t row, std::size_t column) {
    return table.at(row, column).notes.empty() ? std::string() : table.notes[table.at(row, column).notes.front()];
  };
  EXPECT_EQ(note(0, 0), "");
  EXPECT_EQ(note(2, 0), "failed: needs attributes, and the input has none");
  EXPECT_EQ(note(0, 1), "1 of 2 cells failed: not enough memory");
  EXPECT_EQ(note(1, 1), "not run");
  const auto memory = metric_table(small_table_spec(), testing::small_table_cells(), Metric::peak_memory);
  EXPECT_THAT(memory.notes.front(), HasSubstr("not measured"));
}

TEST(Table, BecomesItsReasonWhereNothingWasMeasured) {
  ExperimentSpec spec = small_table_spec();
  spec.methods.resize(2);
  spec.datasets.resize(1);
  const auto whole = metric_table(spec, testing::small_table_cells(), Metric::peak_memory);
  EXPECT_EQ(whole.entries.size(), 2u);
  const auto table = shortened(whole);
  EXPECT_TRUE(table.rows.empty());
  EXPECT_THAT(table.remarks, ElementsAre(HasSubstr("not measured")));
  EXPECT_EQ(shortened(metric_table(spec, testing::small_table_cells(), Metric::nmi)).rows.size(), 2u);
}

TEST(Table, ShowsWhatAPaperPrintsBesideItsMetricOnly) {
  const ExperimentSpec spec = small_table_spec();
  const auto cells = testing::small_table_cells();
  EXPECT_EQ(metric_table(spec, cells, Metric::nmi).at(1, 0).paper, 0.465);
  EXPECT_FALSE(metric_table(spec, cells, Metric::ari).at(1, 0).paper);
}

TEST(Table, OfOneDatasetHasMetricsAcross) {
  ExperimentSpec spec = small_table_spec();
  spec.datasets.resize(1);
  const auto tables = result_tables(spec, testing::small_table_cells(), usual_metrics());
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].title, "karate");
  EXPECT_EQ(tables[0].columns.size(), 6u);
  EXPECT_TRUE(tables[0].at(1, 0).best);
  EXPECT_EQ(result_tables(small_table_spec(), {}, usual_metrics()).size(), 6u);
}

TEST(Table, TellsOfCellsOfSeveralVersions) {
  auto cells = testing::small_table_cells();
  cells[0].version = "0.0.9";
  const auto table = metric_table(small_table_spec(), cells, Metric::nmi);
  EXPECT_THAT(table.remarks, ::testing::Contains("cells of versions 0.0.9, 0.1.0"));
}

}  // namespace
}  // namespace cgsd
