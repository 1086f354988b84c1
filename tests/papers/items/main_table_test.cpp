#include "papers/cgsd/items/main_table.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/cgsd/reproduction.hpp"
#include "tests/papers/score_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::scores_of;

const ItemSpec& table() {
  static const ItemSpec kTable = builtin_item(PaperItem::table_main);
  return kTable;
}

// The printed values plus a small step per seed that sums to zero; 0.1 where nothing is printed.
CellScores as_printed(const ExperimentSpec& spec = *table().experiment) {
  return scores_of(spec, [](const std::string& method, const std::string& dataset, double seed) {
    return printed_nmi(*table().experiment, method, dataset).value_or(0.1) + 0.001 * (seed - 2.0);
  });
}

TEST(MainTable, OfThePrintedValuesReproducesThem) {
  const ItemReport report = main_table(table(), as_printed());
  EXPECT_EQ(claim(report, "CGSD columns").verdict, ClaimVerdict::reproduced);
  EXPECT_THAT(claim(report, "CGSD columns").evidence, HasSubstr("10 of 10"));
  EXPECT_EQ(claim(report, "CGSD, CSpec has mean NMI 0.107").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "CGSD, K-means has mean NMI 0.091").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "best method on Wisconsin").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "best method on Chameleon").verdict, ClaimVerdict::reproduced);
}

// Five datasets' differences .006 .025 −.003 .042 .011, each five times: t = .0162 / (.015896 / 5) by hand.
TEST(MainTable, TestsCspecAgainstKmeansOverAllPairs) {
  const ItemReport report = main_table(table(), as_printed());
  EXPECT_THAT(claim(report, "paired t-test, p = 0.008").evidence, HasSubstr("over 25 pairs"));
  EXPECT_EQ(claim(report, "paired t-test").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "Wilcoxon").verdict, ClaimVerdict::reproduced);
}

TEST(MainTable, FindsThatThePaperContradictsItself) {
  const ItemReport report = main_table(table(), as_printed());
  EXPECT_EQ(claim(report, "+15 %").verdict, ClaimVerdict::contradicts_itself);
  EXPECT_THAT(claim(report, "+15 %").evidence, HasSubstr("give +17.6 %"));
  EXPECT_EQ(claim(report, "Cornell has NMI 1.000").verdict, ClaimVerdict::contradicts_itself);
  EXPECT_THAT(claim(report, "Cornell has NMI 1.000").evidence, HasSubstr("best seed 0.095"));
}

TEST(MainTable, ADifferenceOfTextAndProgramIsNoContradictionOfThePaper) {
  const ItemReport report = main_table(table(), as_printed());
  EXPECT_EQ(claim(report, "learning rate").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "learning rate").evidence, HasSubstr("The released program uses 0.005"));
}

TEST(MainTable, SaysWhereAValueIsOutside) {
  const CellScores scores =
      scores_of(plain_experiment(table(), 5), [](const std::string& method, const std::string& dataset, double seed) {
        const double printed = printed_nmi(*table().experiment, method, dataset).value_or(0.1);
        const bool moved = method == kCspec && dataset == "Wisconsin";
        return (moved ? 0.05 : printed) + 0.001 * (seed - 2.0);
      });
  const ItemReport report = main_table(table(), scores);
  EXPECT_EQ(claim(report, "CGSD columns").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "CGSD columns").evidence, HasSubstr("9 of 10"));
  EXPECT_THAT(claim(report, "CGSD columns").evidence, HasSubstr("CSpec on Wisconsin (0.050 ± 0.001 against 0.182)"));
  EXPECT_EQ(claim(report, "best method on Wisconsin").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "best method on Wisconsin").evidence, HasSubstr("CGSD, K-means 0.140"));
}

TEST(MainTable, TellsWhatWasNotRun) {
  const ItemReport report = main_table(table(), as_printed(plain_experiment(table(), 5)));
  EXPECT_EQ(claim(report, "best method on Wisconsin").verdict, ClaimVerdict::cannot_be_checked);
  EXPECT_THAT(claim(report, "best method on Wisconsin").evidence,
              HasSubstr("not run: dmon, vgraph, agc, dgi, grace, graphmae"));
  const auto dgi = std::ranges::find(report.comparison.figures, "dgi", &ComparedFigure::column);
  ASSERT_NE(dgi, report.comparison.figures.end());
  EXPECT_EQ(dgi->agreement(), FigureAgreement::not_measured);
  EXPECT_EQ(dgi->note, "not run: --learned adds it");
}

TEST(MainTable, RanksOnlyMethodsOfWhichNothingIsMissing) {
  const CellScores scores =
      scores_of(plain_experiment(table(), 2), [](const std::string& method, const std::string& dataset, double) {
        if (method == "leiden" && dataset == "Cora") return std::numeric_limits<double>::quiet_NaN();
        return method == kCspec ? 0.2 : 0.1;
      });
  const auto picture = rank_picture(table(), scores);
  ASSERT_TRUE(picture);
  EXPECT_THAT(picture->svg, HasSubstr("louvain"));
  EXPECT_THAT(picture->svg, Not(HasSubstr("leiden")));
}

TEST(MainTable, ItsFigureHasAPointPerSeed) {
  const ItemReport figure = cspec_figure(builtin_item(PaperItem::figure_cspec), table(), as_printed());
  ASSERT_EQ(figure.files.size(), 1u);
  EXPECT_EQ(std::ranges::count(figure.files[0].contents, '\n'), 1 + 5 * 2 * 5);
  EXPECT_THAT(figure.remarks[0], HasSubstr("4 of 5"));  // not on Texas, .054 against .057
}

}  // namespace
}  // namespace cgsd
