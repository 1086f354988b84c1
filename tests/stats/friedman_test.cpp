#include "cgsd/stats/friedman.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/stats/distributions.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;
using Groups = std::vector<std::vector<std::size_t>>;

// Demšar (JMLR 2006), table 6: areas under the curve of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf on 14 data sets. The ranks
// printed for `voting` part two equal rounded figures, hence a further digit.
Matrix<double> demsars_classifiers() {
  return {14, 4, {0.763, 0.768, 0.771, 0.798, 0.599, 0.591, 0.590, 0.569, 0.954,  0.971, 0.968, 0.967, 0.628, 0.661,
                  0.654, 0.657, 0.882, 0.888, 0.886, 0.898, 0.936, 0.931, 0.916,  0.931, 0.661, 0.668, 0.609, 0.685,
                  0.583, 0.583, 0.563, 0.625, 0.775, 0.838, 0.866, 0.875, 1.000,  1.000, 1.000, 1.000, 0.940, 0.962,
                  0.965, 0.962, 0.619, 0.666, 0.614, 0.669, 0.972, 0.981, 0.9751, 0.975, 0.957, 0.978, 0.946, 0.970}};
}

TEST(Friedman, HasTheFiguresOfDemsarsClassifiers) {
  const Friedman test = friedman(demsars_classifiers(), {});
  const double ranks[] = {3.143, 2.000, 2.893, 1.964};
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(test.average_ranks[j], ranks[j], 5e-4);
  // The paper prints the statistic without the correction for ties, and F from that.
  const double uncorrected = test.statistic * test.tie_correction;
  EXPECT_NEAR(uncorrected, 9.28, 5e-3);
  EXPECT_NEAR(13.0 * uncorrected / (14.0 * 3.0 - uncorrected), 3.69, 5e-3);
  EXPECT_LT(test.tie_correction, 1.0);
  EXPECT_EQ(test.tied, 2u + 2u + 4u + 2u);
  EXPECT_EQ(test.blocks, 14u);
  EXPECT_EQ(test.methods, 4u);
}

// §3.2.2 there: critical difference 1.25 at 5%, where nothing differs, and 1.12 at 10%, where C4.5 (0) is worse than
// C4.5+m (1) and C4.5+m+cf (3).
TEST(Friedman, HasTheCriticalDifferencesAndGroupsOfDemsarsClassifiers) {
  const Friedman test = friedman(demsars_classifiers(), {});
  const Nemenyi at_5_percent = nemenyi(test, {});
  EXPECT_NEAR(at_5_percent.critical_difference, 1.25, 5e-3);
  EXPECT_EQ(at_5_percent.groups, (Groups{{3, 1, 2, 0}}));
  const Nemenyi at_10_percent = nemenyi(test, {.level = 0.1});
  EXPECT_NEAR(at_10_percent.critical_difference, 1.12, 5e-3);
  EXPECT_EQ(at_10_percent.groups, (Groups{{3, 1, 2}, {2, 0}}));
  EXPECT_LT(at_10_percent.p_values(0, 3), 0.1);
  EXPECT_GT(at_10_percent.p_values(0, 3), 0.05);
  EXPECT_GT(at_10_percent.p_values(2, 3), 0.1);
}

// Hollander & Wolfe (1973), p. 140 ff.: seconds to round first base in three ways; χ² = 11.143, p = 0.003805 (R).
TEST(Friedman, HasTheFiguresOfTheBaseRunners) {
  const Matrix<double> seconds(
      22, 3, {5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70, 5.45, 5.55,
              5.60, 5.40, 5.40, 5.35, 5.45, 5.50, 5.35, 5.25, 5.15, 5.00, 5.85, 5.80, 5.70, 5.25, 5.20, 5.10, 5.65,
              5.55, 5.45, 5.60, 5.35, 5.45, 5.05, 5.00, 4.95, 5.50, 5.50, 5.40, 5.45, 5.55, 5.50, 5.55, 5.55, 5.35,
              5.45, 5.50, 5.55, 5.50, 5.45, 5.25, 5.65, 5.60, 5.40, 5.70, 5.65, 5.55, 6.30, 6.30, 6.25});
  for (const bool higher_is_better : {false, true}) {
    const Friedman test = friedman(seconds, {.higher_is_better = higher_is_better});
    EXPECT_NEAR(test.statistic, 11.143, 5e-4);
    EXPECT_NEAR(test.p, 0.003805, 5e-7);
    EXPECT_EQ(test.degrees_of_freedom, 2.0);
  }
}

// Ranks (1,2,3), (1,2,3), (1,3,2): averages 1, 7/3, 8/3; χ² = 12·3/(3·4) · (1 + 1/9 + 4/9) = 14/3, F =
// 2·(14/3)/(6−14/3).
TEST(Friedman, IsRightByHand) {
  const Friedman test = friedman({3, 3, {9, 5, 1, 8, 7, 0, 3, 1, 2}}, {});
  EXPECT_DOUBLE_EQ(test.average_ranks[0], 1.0);
  EXPECT_DOUBLE_EQ(test.average_ranks[1], 7.0 / 3.0);
  EXPECT_DOUBLE_EQ(test.average_ranks[2], 8.0 / 3.0);
  EXPECT_DOUBLE_EQ(test.statistic, 14.0 / 3.0);
  EXPECT_NEAR(test.p, std::exp(-7.0 / 3.0), 1e-15);
  EXPECT_NEAR(test.iman_davenport, 7.0, 1e-13);
  EXPECT_NEAR(test.iman_davenport_p, std::pow(1.0 + 7.0 / 2.0, -2.0), 1e-14);
  EXPECT_EQ(test.tie_correction, 1.0);
}

TEST(Friedman, TurnsTheRanksRoundWhereLowIsGood) {
  const Matrix<double> scores(2, 3, {0.1, 0.2, 0.3, 0.5, 0.5, 0.9});
  EXPECT_EQ(friedman(scores, {}).average_ranks, (Values{2.75, 2.25, 1.0}));
  EXPECT_EQ(friedman(scores, {.higher_is_better = false}).average_ranks, (Values{1.25, 1.75, 3.0}));
}

// Twin: Conover's form (k − 1) Σ_j (S_j − n(k+1)/2)² / (Σ r² − n k (k+1)²/4), which corrects for ties by itself; ranks
// by counting.
TEST(Friedman, IsConoversStatistic) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Matrix<double> scores(2 + random.below(15), 2 + random.below(9));
    for (double& x : scores.values()) x = static_cast<double>(random.below(seed % 2 == 0 ? 4 : 100));
    const auto n = static_cast<double>(scores.rows());
    const auto k = static_cast<double>(scores.cols());
    Values sums(scores.cols(), 0.0);
    double squares = 0.0;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
      for (std::size_t j = 0; j < scores.cols(); ++j) {
        double rank = 0.5;
        for (const double x : scores.row(i)) rank += x > scores(i, j) ? 1.0 : x == scores(i, j) ? 0.5 : 0.0;
        sums[j] += rank;
        squares += rank * rank;
      }
    }
    double between = 0.0;
    for (const double sum : sums) between += (sum - n * (k + 1.0) / 2.0) * (sum - n * (k + 1.0) / 2.0);
    const double expected = (k - 1.0) * between / (squares - n * k * (k + 1.0) * (k + 1.0) / 4.0);
    EXPECT_NEAR(friedman(scores, {}).statistic, expected, 1e-12 * (1.0 + expected)) << seed;
  }
}

TEST(Friedman, FindsNoEvidenceWhereNothingDiffers) {
  const Friedman tied = friedman({3, 3, Values(9, 0.7)}, {});
  EXPECT_EQ(tied.statistic, 0.0);
  EXPECT_EQ(tied.p, 1.0);
  EXPECT_EQ(tied.iman_davenport, 0.0);
  EXPECT_EQ(tied.iman_davenport_p, 1.0);
  EXPECT_EQ(tied.tie_correction, 0.0);
  EXPECT_EQ(nemenyi(tied, {}).groups, (Groups{{0, 1, 2}}));
  EXPECT_EQ(nemenyi(tied, {}).p_values(0, 1), 1.0);
  const Friedman cancelled = friedman({2, 2, {1, 2, 2, 1}}, {});
  EXPECT_EQ(cancelled.statistic, 0.0);
  EXPECT_EQ(cancelled.p, 1.0);
}

TEST(Friedman, TakesTheLimitWhereAllAgree) {
  Matrix<double> scores(7, 3);
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 3; ++j) scores(i, j) = static_cast<double>(i + 3 * j);
  }
  const Friedman test = friedman(scores, {});
  EXPECT_DOUBLE_EQ(test.statistic, 14.0);
  EXPECT_EQ(test.iman_davenport, std::numeric_limits<double>::infinity());
  EXPECT_EQ(test.iman_davenport_p, 0.0);
}

// Two methods: Nemenyi's p is the two-sided normal p of the difference of average ranks.
TEST(Friedman, NemenyiOfTwoMethodsIsANormalTest) {
  const Friedman test = friedman({5, 2, {2, 1, 2, 1, 2, 1, 2, 1, 1, 2}}, {});
  const double z = std::abs(test.average_ranks[0] - test.average_ranks[1]) / std::sqrt(2.0 * 3.0 / (6.0 * 5.0));
  EXPECT_NEAR(nemenyi(test, {}).p_values(0, 1), 2.0 * normal_upper(z), 1e-13);
  EXPECT_NEAR(nemenyi(test, {}).critical_difference, 1.959963984540054 * std::sqrt(0.2), 1e-12);
}

// Twin: all subsets of methods.
TEST(Friedman, GroupsAreTheMaximalCliques) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Matrix<double> scores(5 + random.below(60), 2 + random.below(7));
    for (std::size_t i = 0; i < scores.rows(); ++i) {
      for (std::size_t j = 0; j < scores.cols(); ++j) scores(i, j) = random.normal() + static_cast<double>((j * j) % 5);
    }
    const Friedman test = friedman(scores, {});
    const Nemenyi found = nemenyi(test, {});
    const auto alike = [&](std::size_t i, std::size_t j) {
      return std::abs(test.average_ranks[i] - test.average_ranks[j]) < found.critical_difference;
    };
    std::vector<std::size_t> cliques;
    for (std::size_t set = 1; set < std::size_t{1} << scores.cols(); ++set) {
      bool clique = true;
      for (std::size_t i = 0; i < scores.cols(); ++i) {
        for (std::size_t j = 0; j < i; ++j) clique = clique && (!(set >> i & 1) || !(set >> j & 1) || alike(i, j));
      }
      if (clique) cliques.push_back(set);
    }
    std::vector<std::size_t> maximal;
    for (const std::size_t set : cliques) {
      if (std::none_of(cliques.begin(), cliques.end(), [&](std::size_t o) { return o != set && (o & set) == set; }))
        maximal.push_back(set);
    }
    std::vector<std::size_t> ours;
    for (const auto& group : found.groups) {
      EXPECT_TRUE(std::is_sorted(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
        return test.average_ranks[a] < test.average_ranks[b];
      }));
      std::size_t set = 0;
      for (const std::size_t j : group) set |= std::size_t{1} << j;
      ours.push_back(set);
    }
    std::sort(ours.begin(), ours.end());
    EXPECT_EQ(ours, maximal) << seed;
  }
}

TEST(Friedman, LetsPVanishRatherThanFail) {
  Matrix<double> scores(5000, 3);
  for (std::size_t i = 0; i < scores.rows(); ++i) scores(i, 0) = 1.0;
  const Friedman test = friedman(scores, {});
  EXPECT_EQ(test.p, 0.0);
  EXPECT_EQ(nemenyi(test, {}).p_values(0, 1), 0.0);
  EXPECT_EQ(nemenyi(test, {}).p_values(1, 2), 1.0);
  EXPECT_EQ(nemenyi(test, {}).groups, (Groups{{0}, {1, 2}}));
}

TEST(Friedman, SaysWhatIsWrong) {
  const auto text = [](const Matrix<double>& scores) {
    return testing::error_text<InvalidArgument>([&] { friedman(scores, {}); });
  };
  EXPECT_EQ(text({}), "scores of 0 data sets × 0 methods: at least 2 × 2");
  EXPECT_EQ(text({1, 3, {1, 2, 3}}), "scores of 1 data sets × 3 methods: at least 2 × 2");
  EXPECT_EQ(text({2, 2, {1, 2, 3, std::nan("")}}), "data set 1: value 1 is nan: must be finite");
  EXPECT_EQ(text({2, 2, {-HUGE_VAL, 2, 3, 4}}), "data set 0: value 0 is -inf: must be finite");
  EXPECT_THROW(nemenyi(friedman({2, 2, {1, 2, 3, 4}}, {}), {.level = 0.0}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
