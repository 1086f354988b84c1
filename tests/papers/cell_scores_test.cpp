#include "papers/cgsd/cell_scores.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CellRecord cell(const std::string& method, const std::string& dataset, std::uint64_t seed, double nmi) {
  CellRecord record;
  record.key = {method, dataset, seed};
  record.nmi = nmi;
  return record;
}

CellRecord failed(const std::string& method, const std::string& dataset, std::uint64_t seed, const char* reason) {
  CellRecord record = cell(method, dataset, seed, 0.9);
  record.state = CellState::failed;
  record.reason = reason;
  return record;
}

// Two methods on two datasets with seeds 7 and 3; `a` is run on both, `b` on X alone.
ExperimentSpec experiment() {
  ExperimentSpec spec;
  spec.methods = {{.method = "kmeans", .label = "a", .overrides = {}},
                  {.method = "dgi", .label = "b", .overrides = {}}};
  spec.datasets.resize(2);
  spec.datasets[0].label = "X";
  spec.datasets[1].label = "Y";
  spec.seeds = {7, 3};
  spec.paper = {{Metric::nmi, "a", "X", 0.25}, {Metric::ari, "a", "Y", 0.5}, {Metric::nmi, "b", "Y", 0.125}};
  return spec;
}

CellScores scores() {
  const std::vector<CellRecord> cells = {cell("a", "X", 3, 0.4), cell("a", "X", 7, 0.2), cell("a", "Y", 7, 0.6),
                                         failed("a", "Y", 3, "no attributes"), cell("a", "X", 99, 1.0)};
  ExperimentSpec spec = experiment();
  spec.methods.pop_back();
  return {spec, cells};
}

TEST(CellScores, AreInTheOrderOfTheSeedsWhateverThatOfTheCells) {
  EXPECT_THAT(scores().nmi("a", "X"), ElementsAre(0.2, 0.4));  // seed 99 is not of the experiment
  EXPECT_EQ(scores().seeds(), 2u);
  EXPECT_DOUBLE_EQ(scores().mean("a", "X").value, 0.3);
  EXPECT_NEAR(scores().mean("a", "X").standard_error, 0.1, 1e-12);  // deviation 0.1414, / √2
}

TEST(CellScores, KnowWhyACellHasNoFigure) {
  const std::vector<double> values = scores().nmi("a", "Y");
  EXPECT_DOUBLE_EQ(values[0], 0.6);
  EXPECT_TRUE(std::isnan(values[1])) << "a cell that failed has no score";
  EXPECT_EQ(scores().why_missing("a", "Y"), "no attributes");
  EXPECT_EQ(scores().why_missing("a", "X"), "");
  EXPECT_TRUE(std::isnan(scores().mean("b", "X").value));
  EXPECT_FALSE(scores().has("b"));
}

TEST(CellScores, MeanOverTheDatasetsIsTakenSeedBySeed) {
  const Measured mean = scores().mean("a");  // seed 7: (0.2 + 0.6) / 2; seed 3 has no value on Y
  EXPECT_DOUBLE_EQ(mean.value, 0.4);
  EXPECT_EQ(mean.runs, 1u);
}

TEST(CellScores, TakeInFurtherMethods) {
  ExperimentSpec spec = experiment();
  spec.methods.erase(spec.methods.begin());
  CellScores all = scores();
  all.add({spec, std::vector<CellRecord>{cell("b", "X", 7, 0.8), cell("b", "X", 3, 0.6)}});
  EXPECT_THAT(all.methods(), ElementsAre("a", "b"));
  EXPECT_DOUBLE_EQ(all.mean("b", "X").value, 0.7);
  EXPECT_DOUBLE_EQ(all.mean("a", "X").value, 0.3);
}

TEST(CellScores, ArePrintedAsNmiAlone) {
  EXPECT_EQ(printed_nmi(experiment(), "a", "X"), 0.25);
  EXPECT_EQ(printed_nmi(experiment(), "a", "Y"), std::nullopt) << "what is printed there is another metric";
  EXPECT_TRUE(is_printed(experiment(), "b"));
  EXPECT_FALSE(is_printed(experiment(), "c"));
}

TEST(CellScores, AreComparedWithWhatIsPrintedAndSayWhatWasNotRun) {
  ItemSpec spec;
  spec.experiment = experiment();
  spec.unavailable = {{"Z", "the data could not be had", {{"a", Printed{0.5, 3}}}}};
  const Comparison comparison = nmi_comparison(spec, scores());
  std::vector<std::string> figures;
  for (const ComparedFigure& f : comparison.figures) figures.push_back(f.row + " " + f.column + " " + f.note);
  EXPECT_THAT(figures, ElementsAre("X a ", "Y a no attributes", "Y b not run: --learned adds it",
                                   "Z a the data could not be had"));
  EXPECT_EQ(comparison.figures[0].agreement(), FigureAgreement::inside);  // 0.3 ± 0.1 against 0.25
  EXPECT_EQ(comparison.figures[3].agreement(), FigureAgreement::not_measured);
  EXPECT_THAT(comparison.remarks[0], HasSubstr("2 runs"));
}

}  // namespace
}  // namespace cgsd
