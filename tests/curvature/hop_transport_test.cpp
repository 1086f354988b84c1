#include "cgsd/curvature/hop_transport.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/curvature/min_cost_flow.hpp"

namespace cgsd {
namespace {

using testing::Amounts;
using testing::CostTable;

std::uint64_t solved(HopTransport& transport, const Amounts& supply, const Amounts& demand, const CostTable& hops) {
  transport.begin(std::vector<std::uint64_t>(supply.begin(), supply.end()),
                  std::vector<std::uint64_t>(demand.begin(), demand.end()));
  for (std::size_t s = 0; s < supply.size(); ++s) {
    for (std::size_t t = 0; t < demand.size(); ++t) {
      const std::uint64_t bit = std::uint64_t{1} << (t % 64);
      if (hops[s][t] == 1) transport.one_hop(s)[t / 64] |= bit;
      if (hops[s][t] == 2) transport.two_hops(s)[t / 64] |= bit;
    }
  }
  return transport.least_cost();
}

TEST(HopTransport, IsRightByHand) {
  HopTransport transport;
  EXPECT_EQ(solved(transport, {5}, {5}, {{1}}), 5u);
  EXPECT_EQ(solved(transport, {5}, {5}, {{3}}), 15u);
  EXPECT_EQ(solved(transport, {2, 3}, {4, 1}, {{1, 2}, {2, 3}}), 2u + 2 * 2u + 3u);
  EXPECT_EQ(solved(transport, {}, {}, {}), 0u);
}

// Source 0 alone would take sink 0 at cost 1; better is to leave it to source 1, which has no other near sink.
TEST(HopTransport, TakesBackWhatItShippedFirst) {
  HopTransport transport;
  EXPECT_EQ(solved(transport, {1, 1}, {1, 1}, {{1, 1}, {1, 3}}), 2u);
  EXPECT_EQ(solved(transport, {1, 1}, {1, 1}, {{1, 2}, {1, 3}}), 3u);
  EXPECT_EQ(solved(transport, {1, 1, 1}, {1, 1, 1}, {{1, 1, 3}, {1, 3, 3}, {3, 1, 2}}), 4u);
}

struct RandomProblem {
  Amounts supply, demand;
  CostTable hops;
};

RandomProblem random_problem(std::uint64_t seed) {
  RandomSequence random(RandomStream(seed).named("transport"));
  RandomProblem problem;
  const std::size_t sources = 1 + random.below(12);
  const std::size_t sinks = 1 + random.below(12);
  const std::uint64_t largest = random.below(2) == 0 ? 1 : 20;
  std::int64_t total = static_cast<std::int64_t>(sinks);
  problem.demand.assign(sinks, 1);
  for (std::size_t s = 0; s < sources; ++s) {
    problem.supply.push_back(static_cast<std::int64_t>(1 + random.below(largest)));
    total -= problem.supply.back();
  }
  for (; total > 0; --total) ++problem.supply[random.below(sources)];
  for (; total < 0; ++total) ++problem.demand[random.below(sinks)];
  const double near = random.uniform();
  for (std::size_t s = 0; s < sources; ++s) {
    problem.hops.emplace_back();
    for (std::size_t t = 0; t < sinks; ++t) {
      problem.hops.back().push_back(random.uniform() < 0.5 * near ? 1 : random.uniform() < 0.6 ? 2 : 3);
    }
  }
  return problem;
}

// One object solves them all, so that anything left over from the last problem would show.
TEST(HopTransport, AgreesWithSuccessiveCheapestPaths) {
  HopTransport transport;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const RandomProblem p = random_problem(seed);
    ASSERT_EQ(solved(transport, p.supply, p.demand, p.hops),
              static_cast<std::uint64_t>(testing::least_transport_cost(p.supply, p.demand, p.hops)))
        << "seed " << seed;
  }
}

// Source s is near to sinks s and s + 1 only, and the first is taken: the only way out is a detour through all.
TEST(HopTransport, FollowsDetoursThroughEverySource) {
  constexpr std::size_t kLength = 300;
  CostTable hops(kLength + 1, std::vector<int>(kLength + 1, 3));
  for (std::size_t s = 0; s < kLength; ++s) hops[s][s] = hops[s][s + 1] = 1;
  hops[kLength][0] = 1;  // this source can only go to sink 0
  HopTransport transport;
  const Amounts ones(kLength + 1, 1);
  EXPECT_EQ(solved(transport, ones, ones, hops), kLength + 1);
}

TEST(HopTransport, KeepsAmountsNearTheirLimitExact) {
  const std::int64_t large = (std::int64_t{1} << 61) - 3;
  HopTransport transport;
  EXPECT_EQ(solved(transport, {large - 1, 1}, {1, large - 1}, {{1, 3}, {3, 3}}),
            1u + 3u * (static_cast<std::uint64_t>(large) - 1));
}

}  // namespace
}  // namespace cgsd
