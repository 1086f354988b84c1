#include "cgsd/diffusion/sheaf_sign.hpp"

#include <gtest/gtest.h>

#include "cgsd/attributes/stalks.hpp"
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

TEST(SheafSign, PullsWhereEdgesAreStrongAndPushesWhereTheyAreWeak) {
  const SheafSign strong = sign_of(0.15, 0.105, 100.0);  // λ = 0.7
  EXPECT_GT(strong.pull, 0.99);
  EXPECT_LT(strong.push, 0.01);
  const SheafSign weak = sign_of(0.15, 0.015, 100.0);  // λ = 0.1
  EXPECT_LT(weak.pull, 0.01);
  EXPECT_GT(weak.push, 0.99);
  const SheafSign between = sign_of(0.15, 0.048, 100.0);  // λ = 0.32: neither
  EXPECT_LT(between.push + between.pull, 0.25);
}

TEST(SheafSign, PullsWhereNeighboursArePlainlyAlikeWhateverThePathsSay) {
  EXPECT_GT(sign_of(0.6, 0.01, 100.0).pull, 0.99);
}

TEST(SheafSign, DistrustsEdgesThatNoPlantedPartitionCouldHave) {
  EXPECT_LT(sign_of(0.1, 0.14, 100.0).use, 0.01);  // λ = 1.4
}

TEST(SheafSign, KnowsStrengthAndShareOfAPlantedPartition) {
  const SheafSign sign = sign_of(0.42, 0.294, 100.0);  // λ = 0.7, s = 0.6
  EXPECT_NEAR(sign.strength, 0.7, 1e-12);
  EXPECT_NEAR(sign.share, 0.6, 1e-12);
  EXPECT_NEAR(sign.vouched, 0.6, 1e-4);
  const SheafSign opposed = sign_of(-0.15, 0.045, -50.0);  // λ = −0.3, s = 0.5
  EXPECT_NEAR(opposed.strength, -0.3, 1e-12);
  EXPECT_NEAR(opposed.share, 0.5, 1e-12);
}

// Weak edges whose agreement falls by λ at every step are weak communities: nothing to take away.
TEST(SheafSign, DoesNotPushApartWhatAPlantedPartitionExplains) {
  EdgeAgreement weak{.edges = 0.2, .paths = 0.04, .significance = 100.0, .distant = 0.0016};  // λ = 0.2 throughout
  EXPECT_LT(sheaf_sign(weak).push, 0.01);
  weak.distant = 0.02;  // half of it lasts over two more steps
  EXPECT_GT(sheaf_sign(weak).push, 0.9);
  const EdgeAgreement opposed{.edges = -0.2, .paths = 0.04, .significance = -100.0, .distant = 0.0016};
  EXPECT_GT(sheaf_sign(opposed).push, 0.9);
}

// Neighbours share more than their community: ρ = .35, .20, then .79 of it per step.
TEST(SheafSign, TakesTheCommunitiesPartFromWhatLastsOverADistance) {
  EdgeAgreement found{.edges = 0.35, .paths = 0.2, .significance = 100.0, .distant = 0.2 * 0.79 * 0.79};
  SheafSign sign = sheaf_sign(found);
  EXPECT_NEAR(sign.strength, 0.79, 1e-12);
  EXPECT_NEAR(sign.share, 0.2 / (0.79 * 0.79), 1e-12);
  EXPECT_NEAR(sign.vouched, 0.35 * 0.35 / 0.2, 1e-3);  // ρ1 / λ: attributes are signal, community or not
  found.distant = 0.001;                               // falls faster than the first step: that one counts
  sign = sheaf_sign(found);
  EXPECT_NEAR(sign.strength, 0.2 / 0.35, 1e-12);
  EXPECT_NEAR(sign.share, 0.35 * 0.35 / 0.2, 1e-12);
  found.distant = 0.3;  // no community lasts for ever
  EXPECT_NEAR(sheaf_sign(found).strength, 0.95, 1e-12);
}

// The model itself: attributes and edges of a block model whose λ and s are known. λ is the second eigenvalue of the
// mixing of communities, 1 − h c / (c − 1).
TEST(SheafSign, RecoversThePlantedStrength) {
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
    const SheafSign sign = sheaf_sign(edge_agreement(sbm.input.graph, stalks.rows, RunContext()));
    EXPECT_NEAR(sign.strength, 1.0 - heterophily * 4.0 / 3.0, 0.05) << "h = " << heterophily;
  }
}

}  // namespace
}  // namespace cgsd
