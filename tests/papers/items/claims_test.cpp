#include "papers/cgsd/items/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/papers/items/claims_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;
using testing::inputs_as_printed;
using V = ClaimVerdict;

ItemReport report() { return claims_report(builtin_item(PaperItem::claims), inputs_as_printed()); }

TEST(Claims, EverySentenceHasALine) {
  const ItemReport found = report();
  for (const char* part : {"9 baselines",
                           "above K-means on 4 of 5",
                           "+10 % to +37 %",
                           "+0.04 on Wisconsin",
                           "+0.02 on Cornell",
                           "+0.01 on Chameleon",
                           "DGI leads by 0.04 on Cornell",
                           "DGI leads by 0.07 on Texas",
                           "about 0.13 on Squirrel",
                           "at least 4 apart",
                           "less negative",
                           "barely overlap",
                           "best at α = 0",
                           "k = 5 is preferable for n < 200",
                           "peaks at h in [0.10, 0.20] with about +0.25",
                           "at every h",
                           "0.063 on the larger",
                           "10,556 undirected edges",
                           "O(|E|)",
                           "O(n d log k)",
                           "O(n c²)",
                           "about 30 s"}) {
    EXPECT_FALSE(claim(found, part).evidence.empty()) << part;
  }
  EXPECT_EQ(found.claims.size(), 22u);
}

TEST(Claims, OfTheHistograms) {
  EXPECT_EQ(claim(report(), "at least 4 apart").verdict, V::reproduced);
  const Claim order = claim(report(), "less negative");
  EXPECT_EQ(order.verdict, V::not_reproduced);
  EXPECT_THAT(order.evidence, HasSubstr("Chameleon -97 within, -29 between"));
  const Claim common = claim(report(), "barely overlap");
  EXPECT_EQ(common.verdict, V::not_reproduced);
  EXPECT_THAT(common.evidence, HasSubstr("Wisconsin 0.33, Chameleon 0.00"));
}

TEST(Claims, CoraHasHalfAsManyEdgesAsEntries) {
  EXPECT_EQ(claim(report(), "10,556 undirected edges").verdict, V::not_reproduced);
  EXPECT_THAT(claim(report(), "10,556 undirected edges").evidence, HasSubstr("It has 5,278 undirected edges"));
}

TEST(Claims, OfCostsGoByTheExponents) {
  EXPECT_EQ(claim(report(), "O(|E|)").verdict, V::reproduced);
  EXPECT_EQ(claim(report(), "O(n d log k)").verdict, V::not_reproduced);
  EXPECT_THAT(claim(report(), "O(n d log k)").evidence, HasSubstr("n^2.00 pairs"));
  EXPECT_EQ(claim(report(), "O(n c²)").verdict, V::reproduced);
  EXPECT_EQ(claim(report(), "about 30 s").verdict, V::cannot_be_checked);
}

TEST(Claims, OfOtherItemsAreShownButNotCounted) {
  ClaimInputs inputs = inputs_as_printed();
  inputs.elsewhere = {{"Cornell has NMI 1.000", V::contradicts_itself, "It has not."}};
  const ItemReport found = claims_report(builtin_item(PaperItem::claims), inputs);
  ASSERT_EQ(found.elsewhere.size(), 1u);
  EXPECT_EQ(found.claims.size(), report().claims.size());
}

TEST(Claims, KeepTheTimesTheyAreMadeOf) {
  EXPECT_EQ(report().files.at(0).name, "claims-costs.csv");
  EXPECT_THAT(report().files.at(0).contents, HasSubstr("curvature: seconds over edges,2,2\n"));
}

}  // namespace
}  // namespace cgsd
