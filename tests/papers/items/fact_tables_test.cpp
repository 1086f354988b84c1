#include "papers/cgsd/items/fact_tables.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/papers/score_cases.hpp"
#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;

StoreLocations shared_data() { return {.given = testing::shared_path("data"), .environment = {}, .cache = {}}; }

std::vector<DatasetFacts> facts_of(const ItemSpec& spec) {
  std::vector<DatasetFacts> facts;
  for (const DatasetEntry& entry : spec.datasets) facts.push_back(dataset_facts(entry, shared_data(), RunContext()));
  return facts;
}

TEST(FactTables, CurvatureAndHomophilyAgreeWithTheAppendixInEveryDigit) {
  CGSD_NEEDS_SHARED_DATA("data/squirrel_directed.npz", path);
  const ItemSpec spec = builtin_item(PaperItem::table_curvature);
  const ItemReport report = curvature_table(spec, facts_of(spec));
  std::size_t compared = 0;
  for (const ComparedFigure& figure : report.comparison.figures) {
    if (figure.column == "gap" || figure.column == "nearest_neighbour") continue;
    EXPECT_EQ(figure.agreement(), FigureAgreement::equal)
        << figure.row << " " << figure.column << " " << figure.measured.value;
    ++compared;
  }
  EXPECT_EQ(compared, 15u);
  EXPECT_EQ(claim(report, "within classes").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "caption").verdict, ClaimVerdict::contradicts_itself);
  EXPECT_EQ(claim(report, "1-NN").verdict, ClaimVerdict::cannot_be_checked);
}

TEST(FactTables, SizesOfTheDatasetsAreAsPrinted) {
  CGSD_NEEDS_SHARED_DATA("data/chameleon_directed.npz", path);
  const ItemSpec spec = builtin_item(PaperItem::table_data);
  const ItemReport report = data_table(spec, facts_of(spec));
  EXPECT_EQ(claim(report, "Nodes").verdict, ClaimVerdict::reproduced);
  EXPECT_THAT(claim(report, "Nodes").evidence, HasSubstr("20 of 20"));
  EXPECT_EQ(claim(report, "Cora").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "Cora").evidence, HasSubstr("homophily is 0.810"));
  EXPECT_EQ(claim(report, "[0.73, 0.87]").verdict, ClaimVerdict::contradicts_itself);
  EXPECT_THAT(claim(report, "[0.73, 0.87]").evidence,
              HasSubstr("own homophily: Cornell 0.878, Texas 0.939; by what was measured: Cornell 0.878, Texas 0.939"));
}

}  // namespace
}  // namespace cgsd
