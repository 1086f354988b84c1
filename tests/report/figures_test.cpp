#include "cgsd/report/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/spec_file.hpp"

#include "tests/report/report_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> names_of(const std::vector<NamedFigure>& figures) {
  std::vector<std::string> names;
  for (const NamedFigure& figure : figures) names.push_back(figure.name);
  return names;
}

TEST(Figures, OfARunNameTheDataset) {
  const testing::RunCase run;
  Summary summary;
  summary.run.data_name = "/home/ann/people.npz";
  summary.count = asked_for(2);
  const auto figures = run_figures(summary, run.data.input.graph, run.found.partition, RunContext());
  EXPECT_THAT(names_of(figures), ::testing::ElementsAre("curvature"));
  EXPECT_THAT(figures[0].svg, HasSubstr("Forman curvature of the edges of people<"));  // not the way to the file
}

TEST(Figures, OfARunShowWhatTheNumberRestsOnIfItWasCounted) {
  const testing::RunCase run;
  Summary summary;
  summary.run.data_name = "people";
  summary.count = CommunityCount{};
  summary.count->halves = {.candidates = {2, 3, 4}, .fits = {0.1, 0.3, 0.2}, .behind = {}, .errors = {}, .best = 1};
  const auto figures = run_figures(summary, Graph(), run.found.partition, RunContext());
  EXPECT_THAT(names_of(figures), ::testing::ElementsAre("count"));
  EXPECT_THAT(figures[0].svg, HasSubstr("How many communities people has"));
}

// The method of ours is filled, the other is not; scores of nearly 1 do not stretch the axis beyond 1.
TEST(Figures, OfAComparisonEndAtOneAndShowOursMost) {
  const ExperimentSpec spec =
      parse_spec(R"({"methods": ["default", "leiden"], "datasets": ["karate", "trade"], "seeds": 2})", "s");
  std::vector<CellRecord> cells;
  for (const CellKey& key : cells_of(spec)) {
    CellRecord cell;
    cell.key = key;
    cell.nmi = key.method == "default" ? 0.999 : 0.9 + 0.01 * static_cast<double>(key.seed);
    cells.push_back(cell);
  }
  const auto figures = comparison_figures(spec, cells);
  EXPECT_THAT(names_of(figures), ::testing::ElementsAre("nmi", "nmi-ranks"));
  EXPECT_THAT(figures[0].svg, HasSubstr("NMI on karate, trade, 2 seeds"));
  EXPECT_THAT(figures[0].svg, HasSubstr("0.85"));  // the opacity of a filled box
  EXPECT_THAT(figures[0].svg, Not(HasSubstr(">1.05<")));
  EXPECT_THAT(figures[1].svg, HasSubstr("#0072B2"));
  EXPECT_THAT(figures[1].svg, HasSubstr("Mean rank by NMI on karate, trade"));
}

}  // namespace
}  // namespace cgsd
