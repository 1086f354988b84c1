#include "cgsd/experiment/tables/significance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/experiment/spec_file.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

ExperimentSpec three_methods() {
  return parse_spec(R"({"methods": ["louvain", "leiden", "spectral"],
                        "datasets": ["karate", {"data": "karate", "label": "again"}], "seeds": 5})",
                    "spec.json");
}

// louvain: 0.5 with some noise; leiden: 0.2 higher give or take 0.01; spectral: 0.1 lower, give or take 0.2.
std::vector<CellRecord> cells(const ExperimentSpec& spec) {
  constexpr double kNoise[] = {0.00, 0.02, -0.01, 0.03, -0.02};
  constexpr double kLeiden[] = {0.20, 0.21, 0.19, 0.20, 0.20};
  constexpr double kSpectral[] = {-0.3, 0.1, -0.2, 0.0, -0.1};
  std::vector<CellRecord> out;
  for (const CellKey& key : cells_of(spec)) {
    CellRecord cell;
    cell.key = key;
    cell.nmi = 0.5 + kNoise[key.seed];
    if (key.method == "leiden") cell.nmi += kLeiden[key.seed];
    if (key.method == "spectral") cell.nmi += kSpectral[key.seed];
    out.push_back(cell);
  }
  return out;
}

// scipy.stats.ttest_rel of the differences: leiden p = 3.7e-7, spectral p = 0.23.
TEST(Significance, MarksWhatIsMoreThanChance) {
  const ExperimentSpec spec = three_methods();
  const auto all = cells(spec);
  ResultTable table = metric_table(spec, all, Metric::nmi);
  mark_significance(spec, all, {.against = "louvain"}, table);
  for (const TableEntry& entry : table.entries) {
    EXPECT_EQ(entry.mark, entry.method == "leiden" ? "↑" : "") << entry.method;
  }
  EXPECT_THAT(table.remarks,
              ::testing::Contains(HasSubstr("below louvain: paired t-test over 5 seeds, Holm over up to 2")));
}

// Ranks 1, 2, 3 on both datasets: χ² = 12 · 2 / (3 · 4) · 2 = 4, p = e^−2 = 0.135.
TEST(Significance, RanksOverDatasets) {
  const ExperimentSpec spec = three_methods();
  const auto all = cells(spec);
  ResultTable table = metric_table(spec, all, Metric::nmi);
  mark_significance(spec, all, {.against = "leiden"}, table);
  EXPECT_THAT(table.remarks.back(),
              HasSubstr("Friedman over 2 datasets: p = 0.135; mean ranks louvain 2.00, leiden 1.00, spectral 3.00"));
  EXPECT_EQ(table.at(0, 0).method, "louvain");
  EXPECT_EQ(table.at(0, 0).mark, "↓");
}

TEST(Significance, LeavesMissingCellsAndSameDifferencesAlone) {
  const ExperimentSpec spec = three_methods();
  auto all = cells(spec);
  for (CellRecord& cell : all) {
    if (cell.key.method == "leiden") cell.nmi = 0.75;
    if (cell.key.method == "louvain") cell.nmi = 0.5;
    if (cell.key.method == "spectral" && cell.key.seed == 3) cell.state = CellState::failed;
  }
  ResultTable table = metric_table(spec, all, Metric::nmi);
  mark_significance(spec, all, {.against = "louvain"}, table);
  for (const TableEntry& entry : table.entries) EXPECT_EQ(entry.mark, "");
}

TEST(Significance, KnowsTheMethodsOfTheExperiment) {
  const ExperimentSpec spec = three_methods();
  ResultTable table = metric_table(spec, {}, Metric::nmi);
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { mark_significance(spec, {}, {.against = "dgi"}, table); }),
            "the experiment has no method 'dgi' to compare against");
}

}  // namespace
}  // namespace cgsd
