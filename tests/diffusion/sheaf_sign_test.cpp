#include "cgsd/diffusion/sheaf_sign.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/diffusion/walk_agreement.hpp"
#include "cgsd/graph/generators.hpp"

namespace cgsd {
namespace {

SheafSign sign_of(double rho1, double rho2, double significance) {
  return sheaf_sign({.edges = rho1, .paths = rho2, .significance = significance});
}

TEST(SheafSign, DoesNotUseEdgesWhoseAgreementIsChance) {
  EXPECT_LT(sign_of(0.01, 0.001, 1.0).use, 0.01);
  EXPECT_NEAR(sign_of(0.01, 0.001, 4.0).use, 0.5, 1e-6);
  EXPECT_GT(sign_of(0.01, 0.001, 20.0).use, 0.99);
  EXPECT_EQ(sign_of(0.0, 0.0, 0.0).use, 0.0);
}

// By hand: 0.7^12 / (0.7^12 + 0.4^12) = 1 / (1 + (4/7)^12) = 0.99879; 0.1 in place of 0.7: 1 / (1 + 4^12) = 6e-8.
TEST(SheafSign, PullsWhereEdgesAreStrongAndPushesWhereTheyAreWeak) {
  const SheafSign strong = sign_of(0.15, 0.105, 100.0);  // λ = 0.7
  EXPECT_NEAR(strong.pull, 0.99879, 1e-5);
  EXPECT_NEAR(strong.push, 0.00121, 1e-5);
  const SheafSign weak = sign_of(0.15, 0.015, 100.0);  // λ = 0.1
  EXPECT_NEAR(weak.pull, 6e-8, 1e-9);
  EXPECT_NEAR(weak.push, 1.0, 1e-6);
  const SheafSign between = sign_of(0.15, 0.06, 100.0);  // λ = 0.4
  EXPECT_NEAR(between.pull, 0.5, 1e-9);
  EXPECT_NEAR(between.push, 0.5, 1e-9);
  EXPECT_FALSE(between.opposite);
}

TEST(SheafSign, PullsWithTheOppositeSignWhereNeighboursAreUnlikeInARegularWay) {
  const SheafSign regular = sign_of(-0.3, 0.18, -50.0);  // λ = −0.6: 1 / (1 + (2/3)^12)
  EXPECT_TRUE(regular.opposite);
  EXPECT_NEAR(regular.pull, 0.99236, 1e-5);
  EXPECT_EQ(regular.push, 0.0);
  const SheafSign irregular = sign_of(-0.3, -0.02, -50.0);  // no partition has ρ2 < 0
  EXPECT_EQ(irregular.pull, 0.0);
  EXPECT_EQ(irregular.push, 0.0) << "attributes stay as they are";
}

TEST(SheafSign, DistrustsEdgesThatNoPlantedPartitionCouldHave) {
  EXPECT_LT(sign_of(0.1, 0.14, 100.0).use, 0.01);      // λ = 1.4
  EXPECT_NEAR(sign_of(0.1, 0.1, 1e9).use, 0.5, 1e-9);  // λ = 1
}

TEST(SheafSign, KnowsTheShareOfAttributesThatEdgesConfirm) {
  EXPECT_NEAR(sign_of(0.42, 0.294, 100.0).confirmed, 0.6, 1e-4);   // λ = 0.7, s = 0.6
  EXPECT_NEAR(sign_of(-0.15, 0.045, -50.0).confirmed, 0.5, 1e-4);  // λ = −0.3, s = 0.5
  EXPECT_NEAR(sign_of(0.42, 0.294, 6.0).confirmed, 0.3, 1e-9);     // half-way to chance
  EXPECT_NEAR(sign_of(0.4, 0.5, 100.0).confirmed, 0.4, 1e-4) << "λ is no more than 1";
  EXPECT_NEAR(sign_of(0.99, 0.98, 100.0).confirmed, 0.95, 1e-4) << "nor the share more than 0.95";
  EXPECT_EQ(sign_of(0.4, -0.1, 100.0).confirmed, 0.0);
}

// Weak edges whose agreement falls by λ at every step are those of weak communities: they pull.
TEST(SheafSign, PullsWhatAPlantedPartitionExplainsHoweverWeak) {
  EdgeAgreement weak{.edges = 0.2, .paths = 0.04, .significance = 100.0, .distant = 0.0016};  // λ = 0.2 throughout
  EXPECT_NEAR(sheaf_sign(weak).pull, 1.0 / (1.0 + std::pow(1.0 / 1.6, 12.0)), 1e-3);          // .9965
  weak.distant = 0.02;  // half of it lasts over two more steps
  EXPECT_GT(sheaf_sign(weak).push, 0.99);
  weak.distant = -0.001;
  EXPECT_GT(sheaf_sign(weak).push, 0.99) << "nothing lasts";
  const EdgeAgreement faint{.edges = 0.05, .paths = 0.01, .significance = 100.0, .distant = 0.0004};
  EXPECT_GT(sheaf_sign(faint).push, 0.99) << "too little to divide by";
}

// The model itself: attributes and edges of a block model whose λ is known, 1 − h c / (c − 1), the second eigenvalue of
// the mixing of communities: 0.73, 0.33 and −0.27.
TEST(SheafSign, OfAPlantedPartitionPullsByItsSign) {
  for (const double heterophily : {0.2, 0.5, 0.95}) {
    const Dataset sbm = stochastic_block_model({.nodes = 2000,
                                                .communities = 4,
                                                .heterophily = heterophily,
                                                .mean_degree = 40.0,
                                                .dimensions = 16,
                                                .coupling = Coupling::independent,
                                                .signal = 1.0,
                                                .noise = 1.0},
                                               RunContext({.seed = 3}));
    const Stalks stalks = make_stalks(sbm.input.attributes, StalkMetric::centred, {}, RunContext());
    EdgeAgreement agreement = edge_agreement(sbm.input.graph, stalks.rows, RunContext());
    EXPECT_NEAR(agreement.strength(), 1.0 - heterophily * 4.0 / 3.0, 0.05) << "h = " << heterophily;
    agreement.distant = walk_agreement(sbm.input.graph, stalks.rows, 4, RunContext());
    const SheafSign sign = sheaf_sign(agreement);
    EXPECT_EQ(sign.opposite, heterophily > 0.75);
    if (sign.opposite) continue;
    EXPECT_GT(sign.pull, 0.9) << "h = " << heterophily;
  }
}

}  // namespace
}  // namespace cgsd
