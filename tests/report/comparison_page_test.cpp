#include "cgsd/report/comparison_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/spec_file.hpp"

#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

ExperimentSpec two_methods() {
  return parse_spec(R"({"name": "<b>mine</b>", "methods": ["default", "leiden"],
                        "datasets": ["karate", {"data": "karate", "label": "again"}], "seeds": 3})",
                    "spec.json");
}

// default: .5, .6 and .7 by seed; leiden: .1 less.
std::vector<CellRecord> cells_with_scores(const ExperimentSpec& spec) {
  std::vector<CellRecord> out;
  for (const CellKey& key : cells_of(spec)) {
    CellRecord cell;
    cell.key = key;
    cell.nmi = 0.5 + 0.1 * static_cast<double>(key.seed) - (key.method == "leiden" ? 0.1 : 0.0);
    out.push_back(cell);
  }
  return out;
}

nlohmann::ordered_json facts_of(const ExperimentSpec& spec, const std::vector<CellRecord>& cells) {
  return testing::facts_of_page(comparison_page({spec, cells, "cgsd compare -o x", "1.2.3"}));
}

TEST(ComparisonPage, HasMeansBoxesAndRanks) {
  const ExperimentSpec spec = two_methods();
  const auto facts = facts_of(spec, cells_with_scores(spec));
  EXPECT_EQ(facts.at("kind"), "comparison");
  EXPECT_EQ(facts.at("own"), (nlohmann::ordered_json{true, false}));
  EXPECT_EQ(facts.at("cells"), (nlohmann::ordered_json{{"wanted", 12}, {"finished", 12}}));
  const auto& nmi = facts.at("metrics").at(0);
  EXPECT_EQ(nmi.at("title"), "NMI");
  EXPECT_EQ(nmi.at("better"), "higher");
  for (const auto& entry : nmi.at("entries")) {
    const double middle = entry.at("method") == "leiden" ? 0.5 : 0.6;
    EXPECT_NEAR(entry.at("mean").get<double>(), middle, 1e-12);
    EXPECT_NEAR(entry.at("box").at(2).get<double>(), middle, 1e-12);
    EXPECT_NEAR(entry.at("box").at(0).get<double>(), middle - 0.1, 1e-12);
    EXPECT_NEAR(entry.at("box").at(1).get<double>(), middle - 0.05, 1e-12);
    EXPECT_EQ(entry.at("best"), entry.at("method") == "default");
    EXPECT_EQ(entry.at("values").size(), 3u);
  }
  EXPECT_EQ(nmi.at("ranks").at("mean_ranks"), (nlohmann::ordered_json{1.0, 2.0}));
}

TEST(ComparisonPage, LeavesOutMetricsThatNoCellHas) {
  const ExperimentSpec spec = two_methods();
  const auto facts = facts_of(spec, cells_with_scores(spec));
  for (const auto& metric : facts.at("metrics")) EXPECT_NE(metric.at("name"), "modularity");
}

TEST(ComparisonPage, TellsHowManyCellsAreMissing) {
  const ExperimentSpec spec = two_methods();
  auto cells = cells_with_scores(spec);
  cells.resize(7);
  const auto facts = facts_of(spec, cells);
  EXPECT_EQ(facts.at("cells").at("finished"), 7);
  EXPECT_EQ(facts.at("name"), "<b>mine</b>");
}

}  // namespace
}  // namespace cgsd
