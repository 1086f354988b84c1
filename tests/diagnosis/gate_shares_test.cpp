#include "cgsd/diagnosis/gate_shares.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// σ(−10) = 0.00005, σ(−1) = 0.27, σ(1) = 0.73; mid-ranks of four edges: 1.5, 1.5, 3, 4.
const ValueCounts kCurvature = {{-10, 2}, {-1, 1}, {1, 1}};

TEST(GateShares, ThePrintedGateShutsWhatIsFarBelowZero) {
  const OpenShares shares = printed_gate_shares(kCurvature);
  EXPECT_DOUBLE_EQ(shares.slightly, 0.5);
  EXPECT_DOUBLE_EQ(shares.half, 0.25);
}

TEST(GateShares, TheRankGateKnowsTheOrderOnly) {
  const OpenShares shares = rank_gate_shares(kCurvature);  // gates 0.375, 0.375, 0.75, 1
  EXPECT_DOUBLE_EQ(shares.slightly, 1.0);
  EXPECT_DOUBLE_EQ(shares.half, 0.5);
}

TEST(GateShares, OfNoEdgesThereAreNone) {
  EXPECT_TRUE(std::isnan(printed_gate_shares({}).half));
  EXPECT_TRUE(std::isnan(rank_gate_shares({}).slightly));
}

}  // namespace
}  // namespace cgsd
