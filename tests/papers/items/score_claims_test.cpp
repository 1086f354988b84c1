#include "papers/cgsd/items/score_claims.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/papers/items/claims_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;
using testing::inputs_as_printed;
using V = ClaimVerdict;

ItemReport report_of(const ClaimInputs& inputs) { return claims_report(builtin_item(PaperItem::claims), inputs); }

TEST(ScoreClaims, NineBaselinesAreTenInTheText) {
  const Claim found = claim(report_of(inputs_as_printed()), "9 baselines");
  EXPECT_EQ(found.verdict, V::contradicts_itself);
  EXPECT_THAT(found.evidence, HasSubstr("The text lists 10; the table has 9 (louvain, leiden"));
}

// Printed: .050/.044, .093/.068, .054/.057, .182/.140, .158/.147.
TEST(ScoreClaims, OfCspecAgainstKmeans) {
  const ItemReport report = report_of(inputs_as_printed());
  EXPECT_EQ(claim(report, "above K-means on 4 of 5").verdict, V::reproduced);
  const Claim gain = claim(report, "+10 % to +37 %");
  EXPECT_EQ(gain.verdict, V::contradicts_itself);
  EXPECT_THAT(gain.evidence, HasSubstr("Texas -5 % (-5 %)"));
  EXPECT_THAT(gain.evidence, HasSubstr("Chameleon +7 % (+7 %)"));
  EXPECT_EQ(claim(report, "wins by +0.04 on Wisconsin").verdict, V::reproduced);
  EXPECT_EQ(claim(report, "wins by +0.02 on Cornell").verdict, V::reproduced) << "0.025";
  EXPECT_EQ(claim(report, "wins by +0.01 on Chameleon").verdict, V::reproduced);
}

TEST(ScoreClaims, OfDgiNeedTheLearnedMethods) {
  EXPECT_EQ(claim(report_of(inputs_as_printed(true)), "DGI leads by 0.07 on Texas").verdict, V::reproduced);
  const Claim open = claim(report_of(inputs_as_printed(false)), "DGI leads by 0.07 on Texas");
  EXPECT_EQ(open.verdict, V::cannot_be_checked);
  EXPECT_THAT(open.evidence, HasSubstr("The paper's table has +0.069; measured nothing, for --learned was not given"));
}

// (.158 + .102) / 2
TEST(ScoreClaims, TheResidualIsTheMeanOfTwoDatasets) {
  const Claim found = claim(report_of(inputs_as_printed()), "Residual NMI of about 0.13");
  EXPECT_EQ(found.verdict, V::reproduced);
  EXPECT_THAT(found.evidence, HasSubstr("Measured 0.130 ± 0.000 (Squirrel 0.102, Chameleon 0.158)"));
}

TEST(ScoreClaims, CurvatureIsOffWhereCspecGainsMost) {
  const Claim found = claim(report_of(inputs_as_printed()), "best at α = 0");
  EXPECT_EQ(found.verdict, V::reproduced);
  EXPECT_THAT(found.evidence, HasSubstr("printed to gain most over K-means on Wisconsin and Cornell"));
}

TEST(ScoreClaims, AFewNeighboursAreNotBestOnCornellByThePapersOwnTable) {
  const Claim found = claim(report_of(inputs_as_printed()), "k = 5 is preferable");
  EXPECT_EQ(found.verdict, V::contradicts_itself);
  EXPECT_THAT(found.evidence, HasSubstr("Cornell k = 10, Texas k = 5"));
}

TEST(ScoreClaims, OfTheSweep) {
  const ItemReport report = report_of(inputs_as_printed());
  EXPECT_EQ(claim(report, "gain of CSpec peaks").verdict, V::reproduced);
  EXPECT_THAT(claim(report, "gain of CSpec peaks").evidence, HasSubstr("at h = 0.20 with 0.254"));
  const Claim every = claim(report, "at every h");
  EXPECT_EQ(every.verdict, V::contradicts_itself);
  EXPECT_THAT(every.evidence, HasSubstr("at h = 0.50 -0.001, 0.65 -0.001"));
}

// (.061 + .135 + .092 + .018 + .011) / 5
TEST(ScoreClaims, TheMeanOfTheLargerDatasetsIsOpen) {
  const Claim found = claim(report_of(inputs_as_printed()), "0.063 on the larger");
  EXPECT_EQ(found.verdict, V::cannot_be_checked);
  EXPECT_THAT(found.evidence, HasSubstr("mean 0.0634. 2 of 5 datasets"));
}

}  // namespace
}  // namespace cgsd
