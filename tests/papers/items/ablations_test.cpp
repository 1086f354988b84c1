#include "papers/cgsd/items/ablations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/reproduction.hpp"
#include "tests/papers/score_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;
using testing::scores_of;

const ComparedFigure& figure(const ItemReport& report, const std::string& row, const std::string& column) {
  const auto found = std::ranges::find_if(report.comparison.figures,
                                          [&](const ComparedFigure& f) { return f.row == row && f.column == column; });
  EXPECT_NE(found, report.comparison.figures.end()) << row << " " << column;
  return *found;
}

TEST(Ablations, FindTheBestPlaceOfTheGrid) {
  const ItemSpec spec = builtin_item(PaperItem::table_ablation);
  const auto scores = scores_of(*spec.experiment, [](const std::string& method, const std::string& dataset, double) {
    if (dataset == "Cora" && method == "α = 5, k = 10") return 0.06;
    if (method == kDefault) return 0.9;  // shown, but no place of the grid
    return method == "α = 1, k = 10" ? 0.052 : 0.05;
  });
  const ItemReport report = grid_table(spec, scores);
  EXPECT_EQ(figure(report, "Cora", "best α").measured.value, 5.0);
  EXPECT_EQ(figure(report, "Cora", "best α").agreement(), FigureAgreement::equal);
  EXPECT_DOUBLE_EQ(figure(report, "Cora", "NMI at the best").measured.value, 0.06);
  EXPECT_EQ(figure(report, "Cora", "NMI at α = 1, k = 10").agreement(), FigureAgreement::inside);
  EXPECT_EQ(figure(report, "Texas", "best k").measured.value, 10.0);
  EXPECT_DOUBLE_EQ(figure(report, "Texas", kDefault).measured.value, 0.9);
  EXPECT_EQ(figure(report, "Texas", kAttributeKmeans).agreement(), FigureAgreement::not_printed);
  const Claim& near = claim(report, "within 0.005 of the best");
  EXPECT_EQ(near.verdict, ClaimVerdict::contradicts_itself);
  EXPECT_THAT(near.evidence, HasSubstr("own table has a gap of Chameleon 0.011"));
  EXPECT_THAT(near.evidence, HasSubstr("beyond it: Cora 0.008"));
  EXPECT_THAT(claim(report, "best α and k").evidence, HasSubstr("looks at the classes"));
}

// Four variants ranked the same on five datasets: χ² = 12 · 5 / (4 · 5) · (2.25 + .25 + .25 + 2.25) = 15.
TEST(Ablations, TestTheLossesByRanks) {
  const ItemSpec spec = builtin_item(PaperItem::ablation_loss);
  const auto scores = scores_of(*spec.experiment, [&](const std::string& method, const std::string&, double seed) {
    const auto& methods = spec.experiment->methods;
    const auto place = std::ranges::find(methods, method, &MethodEntry::label) - methods.begin();
    return 0.5 - 0.1 * static_cast<double>(place) + 0.001 * seed;
  });
  const ItemReport report = loss_table(spec, scores);
  EXPECT_EQ(report.claims[0].verdict, ClaimVerdict::cannot_be_checked);
  EXPECT_THAT(report.claims[0].evidence, HasSubstr("χ² = 15.00, p = 0.002"));
  EXPECT_THAT(report.claims[0].evidence, HasSubstr("all losses 1.0"));
}

TEST(Ablations, NeverGuessWhatCannotBeHad) {
  const ItemSpec spec = builtin_item(PaperItem::table_large);
  const auto scores = scores_of(plain_experiment(spec, 0), [](const std::string&, const std::string&, double seed) {
    return 0.05 + 0.001 * seed;
  });
  const ItemReport report = large_table(spec, scores);
  EXPECT_EQ(figure(report, "Questions", kCspec).agreement(), FigureAgreement::not_measured);
  EXPECT_EQ(figure(report, "Questions", kCspec).note, "the data could not be had");
  EXPECT_EQ(claim(report, "NMI on Roman-empire").verdict, ClaimVerdict::cannot_be_checked);
  EXPECT_EQ(claim(report, "that can be had").verdict, ClaimVerdict::not_reproduced);
}

}  // namespace
}  // namespace cgsd
