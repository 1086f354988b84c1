#include "papers/cgsd/reproduction.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> labels_of(const ExperimentSpec& spec) {
  std::vector<std::string> labels;
  for (const MethodEntry& method : spec.methods) labels.push_back(method.label);
  return labels;
}

TEST(Reproduction, NamesEveryMissingDatasetOnce) {
  const std::vector<PaperItem> items = {PaperItem::table_data, PaperItem::table_main, PaperItem::figure_cspec};
  const std::vector<std::string> missing = missing_data(items, {});
  EXPECT_EQ(std::set(missing.begin(), missing.end()).size(), missing.size());
  EXPECT_THAT(missing, Contains("cora"));
  EXPECT_THAT(missing, Contains("geom-gcn/texas"));
}

TEST(Reproduction, NeedsNoDataForGraphsThatAreGenerated) {
  EXPECT_THAT(missing_data(std::vector{PaperItem::table_sbm, PaperItem::figure_sbm}, {}), IsEmpty());
}

TEST(Reproduction, RunsTheLearnedMethodsApart) {
  const ItemSpec spec = builtin_item(PaperItem::table_main);
  const std::vector<std::string> plain = labels_of(plain_experiment(spec, 0));
  const std::vector<std::string> learned = labels_of(learned_experiment(spec, 0));
  EXPECT_THAT(learned, UnorderedElementsAre("dmon", "vgraph", "agc", "dgi", "grace", "graphmae"));
  for (const std::string& label : learned) EXPECT_THAT(plain, Not(Contains(label)));
  EXPECT_THAT(plain, Contains("leiden"));
  EXPECT_THAT(plain, Not(Contains("ssgc"))) << "it is there for cgsd compare alone";
}

TEST(Reproduction, GivesTheEpochsOfThePaperToWhatIsTrained) {
  const ExperimentSpec learned = learned_experiment(builtin_item(PaperItem::table_main), 0);
  for (const MethodEntry& method : learned.methods) {
    if (method.method == "agc") {
      EXPECT_THAT(method.overrides, IsEmpty());
    } else {
      EXPECT_THAT(method.overrides, ElementsAre(method.method + ".epochs=200"));
    }
  }
}

TEST(Reproduction, TakesAsManySeedsAsAskedFor) {
  const ItemSpec spec = builtin_item(PaperItem::table_main);
  EXPECT_THAT(plain_experiment(spec, 0).seeds, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(plain_experiment(spec, 2).seeds, ElementsAre(0, 1));
  EXPECT_THAT(learned_experiment(spec, 1).seeds, ElementsAre(0));
}

TEST(Reproduction, OfAnItemHasItsNameTitleAndFigures) {
  CGSD_NEEDS_SHARED_DATA("data/geom-gcn/texas", path);
  const testing::TemporaryDirectory here;
  ReproduceOptions options;
  options.directory = here / "out";
  options.data.given = testing::shared_path("data");
  const ItemReport report = reproduce(PaperItem::table_data, options, RunContext());
  EXPECT_EQ(report.item, PaperItem::table_data);
  EXPECT_EQ(report.title, "The datasets");
  const auto texas = std::ranges::find_if(
      report.comparison.figures, [](const ComparedFigure& f) { return f.row == "Texas" && f.column == "edges"; });
  ASSERT_NE(texas, report.comparison.figures.end());
  EXPECT_EQ(texas->measured.value, 325.0);
}

}  // namespace
}  // namespace cgsd
