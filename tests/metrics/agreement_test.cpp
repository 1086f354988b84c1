#include "cgsd/metrics/agreement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/random_classes.hpp"

namespace cgsd {
namespace {

using testing::random_classes;
using Classes = std::vector<std::int32_t>;

TEST(Agreement, IsOneForTheSamePartitionUnderOtherNames) {
  const auto table = contingency(Classes{0, 0, 1, 1, 2}, Classes{7, 7, 3, 3, 5});
  EXPECT_DOUBLE_EQ(nmi(table), 1.0);
  EXPECT_DOUBLE_EQ(ami(table), 1.0);
  EXPECT_DOUBLE_EQ(ari(table), 1.0);
}

TEST(Agreement, IsRightByHand) {
  // Pairs together: 1 in both, 1 and 2 in each; of 6. Expected 1·2/6: ARI = (1 − 1/3) / (3/2 − 1/3) = 4/7.
  EXPECT_DOUBLE_EQ(ari(contingency(Classes{0, 0, 1, 2}, Classes{0, 0, 1, 1})), 4.0 / 7.0);
  // I = log 2, H = log 2 and (3/2) log 2: NMI = 1 / 1.25.
  EXPECT_NEAR(nmi(contingency(Classes{0, 0, 1, 2}, Classes{0, 0, 1, 1})), 0.8, 1e-15);
  // Independent halves: no information, and one pair fewer together than chance.
  const auto crossed = contingency(Classes{0, 0, 1, 1}, Classes{0, 1, 0, 1});
  EXPECT_NEAR(nmi(crossed), 0.0, 1e-15);
  EXPECT_DOUBLE_EQ(ari(crossed), -0.5);
}

TEST(Agreement, LeavesUnlabelledNodesOutAndHandlesTrivialPartitions) {
  // Node 1 would break the agreement; it has no class.
  EXPECT_DOUBLE_EQ(nmi(contingency(Classes{0, -1, 1}, Classes{0, 1, 1})), 1.0);
  EXPECT_EQ(nmi(contingency(Classes{0, 0}, Classes{5, 5})), 1.0);
  EXPECT_EQ(nmi(contingency(Classes{0, 0, 0}, Classes{0, 1, 2})), 0.0);
  EXPECT_EQ(nmi(contingency(Classes{}, Classes{})), 1.0);
}

// The slow twin of E[I]: the mean over every permutation of six nodes must make AMI vanish on average.
TEST(Agreement, AmiIsZeroOnAverageOverAllPermutations) {
  const Classes truth = {0, 0, 0, 1, 1, 2};
  const Classes found = {0, 0, 1, 1, 1, 1};
  std::vector<std::size_t> order(6);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0.0;
  do {
    Classes permuted(6);
    for (std::size_t i = 0; i < 6; ++i) permuted[i] = found[order[i]];
    sum += ami(contingency(truth, permuted));
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_NEAR(sum / 720.0, 0.0, 1e-13);
}

// The slow twin, eq. 24a of Vinh, Epps & Bailey term by term: every k, factorials in extended precision.
double ami_by_factorials(const Contingency& t) {
  std::vector<long double> log_factorial(t.total + 1, 0.0L);
  for (std::uint64_t k = 2; k <= t.total; ++k) {
    log_factorial[k] = log_factorial[k - 1] + std::log(static_cast<long double>(k));
  }
  const std::uint64_t n = t.total;
  const auto share = [&](std::uint64_t count) { return static_cast<long double>(count) / static_cast<long double>(n); };
  long double expected = 0.0L;
  for (const std::uint64_t a : t.row_sums) {
    for (const std::uint64_t b : t.column_sums) {
      const long double fixed =
          log_factorial[a] + log_factorial[b] + log_factorial[n - a] + log_factorial[n - b] - log_factorial[n];
      for (std::uint64_t k = std::max<std::uint64_t>(1, a + b > n ? a + b - n : 0); k <= std::min(a, b); ++k) {
        const long double log_probability =
            fixed - log_factorial[k] - log_factorial[a - k] - log_factorial[b - k] - log_factorial[n + k - a - b];
        expected += share(k) * std::log(share(k) / share(a) / share(b)) * std::exp(log_probability);
      }
    }
  }
  long double information = 0.0L;
  for (const auto& cell : t.cells) {
    const long double p = share(cell.count);
    information += p * std::log(p / share(t.row_sums[cell.row]) / share(t.column_sums[cell.column]));
  }
  long double entropies = 0.0L;
  for (const std::uint64_t a : t.row_sums) entropies -= share(a) * std::log(share(a));
  for (const std::uint64_t b : t.column_sums) entropies -= share(b) * std::log(share(b));
  return static_cast<double>((information - expected) / (entropies / 2.0L - expected));
}

TEST(Agreement, AmiIsThatOfTheFormulaTermByTerm) {
  for (const auto& [nodes, rows, columns] : {std::array<std::int32_t, 3>{20, 3, 4},
                                             {200, 2, 2},
                                             {3000, 40, 7},
                                             {3000, 1500, 1200},
                                             {20'000, 30, 11},
                                             {20'000, 2, 900}}) {
    Classes truth = random_classes(static_cast<std::size_t>(nodes), rows, 1);
    Classes found = random_classes(static_cast<std::size_t>(nodes), columns, 2);
    for (std::size_t v = 0; v < truth.size() / 3; ++v) found[v] = truth[v] % columns;  // some of it agrees
    for (std::size_t v = truth.size() / 2; v < truth.size(); ++v)
      truth[v] = truth[v] * truth[v] % rows;  // unequal sizes
    const Contingency table = contingency(truth, found);
    EXPECT_NEAR(ami(table), ami_by_factorials(table), 1e-12) << nodes << ' ' << rows << ' ' << columns;
  }
}

// I equals its expectation: what is left is rounding, and must not become a quotient of it.
TEST(Agreement, AmiOfATrivialPartitionIsChance) {
  Classes alone(97);
  std::iota(alone.begin(), alone.end(), 0);
  const Classes three = random_classes(97, 3, 5);
  const Classes one(97, 0);
  EXPECT_EQ(ami(contingency(alone, three)), 0.0);
  EXPECT_EQ(ami(contingency(three, alone)), 0.0);
  EXPECT_EQ(ami(contingency(one, three)), 0.0);
  EXPECT_EQ(ami(contingency(one, alone)), 0.0);
  EXPECT_EQ(ami(contingency(alone, alone)), 1.0);
  EXPECT_EQ(ami(contingency(one, one)), 1.0);
}

}  // namespace
}  // namespace cgsd
