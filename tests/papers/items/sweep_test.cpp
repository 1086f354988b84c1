#include "papers/cgsd/items/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/cgsd/reproduction.hpp"
#include "tests/papers/score_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;
using testing::scores_of;

const ItemSpec& table() {
  static const ItemSpec kTable = builtin_item(PaperItem::table_sbm);
  return kTable;
}

// CSpec moved by `shift` at h = 0.20.
CellScores scores(double shift) {
  return scores_of(plain_experiment(table(), 1), [=](const std::string& method, const std::string& h, double) {
    const double printed = printed_nmi(*table().experiment, method, h).value_or(1.0);
    return printed + (method == kCspec && h == "0.20" ? shift : 0.0);
  });
}

TEST(Sweep, HoldsWithinTheTolerance) {
  const ItemReport report = sweep_table(table(), scores(0.04));
  EXPECT_EQ(claim(report, "CGSD, CSpec over h").verdict, ClaimVerdict::reproduced);
  EXPECT_THAT(claim(report, "CGSD, CSpec over h").evidence, HasSubstr("largest difference is 0.040"));
  EXPECT_EQ(claim(report, "CGSD, K-means over h").verdict, ClaimVerdict::reproduced);
  EXPECT_EQ(claim(report, "clearly above").verdict, ClaimVerdict::reproduced);
}

TEST(Sweep, SaysWhereItDoesNot) {
  const ItemReport report = sweep_table(table(), scores(0.1));
  EXPECT_EQ(claim(report, "CGSD, CSpec over h").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "CGSD, CSpec over h").evidence, HasSubstr("h = 0.20 (0.594 ± 0.000 against 0.494)"));
}

TEST(Sweep, CountsSeedsPerRealisation) {
  EXPECT_EQ(plain_experiment(table(), 0).seeds.size(), 50u);
  EXPECT_EQ(plain_experiment(table(), 2).seeds.size(), 20u);
}

TEST(Sweep, ItsFigureHasMeasuredAndPrintedCurves) {
  const ItemReport figure = sweep_figure(builtin_item(PaperItem::figure_sbm), table(), scores(0.0));
  EXPECT_THAT(figure.files[0].contents, HasSubstr("0.05,\"CSpec, printed\",0.848,"));
  EXPECT_THAT(figure.files[0].contents, HasSubstr("0.9,\"K-means\",0.006,0"));
  EXPECT_THAT(figure.pictures[0].svg, HasSubstr("heterophily h"));
}

}  // namespace
}  // namespace cgsd
