#include "cgsd/stats/wilcoxon.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;

Wilcoxon of_differences(const Values& differences, const WilcoxonOptions& options = {}) {
  return wilcoxon(differences, Values(differences.size(), 0.0), options);
}

// Darwin's plants (Fisher 1935): crossed minus self-fertilised, in eighths of an inch.
TEST(Wilcoxon, HasTheExactFiguresOfDarwinsPlants) {
  const Values plants{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
  const Wilcoxon test = of_differences(plants);
  EXPECT_EQ(test.method, WilcoxonMethod::exact);
  EXPECT_EQ(test.statistic, 24.0);
  EXPECT_EQ(test.p, 0.041259765625);
  EXPECT_TRUE(std::isnan(test.z));
  const Wilcoxon greater = of_differences(plants, {.alternative = Alternative::greater});
  EXPECT_EQ(greater.statistic, 96.0);
  EXPECT_EQ(greater.p, 0.0206298828125);
  EXPECT_NEAR(of_differences(plants, {.method = WilcoxonMethod::normal}).p, 0.04088813291185591, 1e-15);
}

// Hollander & Wolfe (1973), p. 29: a depression scale at two visits; V = 40, p = 0.01953 (R's wilcox.test).
TEST(Wilcoxon, HasTheExactFiguresOfTheDepressionScale) {
  const Values first{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const Values second{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  const Wilcoxon test = wilcoxon(first, second, {.alternative = Alternative::greater});
  EXPECT_EQ(test.statistic, 40.0);
  EXPECT_EQ(test.p, 10.0 / 512.0);
}

// Demšar (2006), table 2: C4.5 with and without a tuned m, areas under the curve in thousandths; zeros are split.
TEST(Wilcoxon, HasTheRankSumsOfDemsarsClassifiers) {
  const Values plain{763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957};
  const Values tuned{768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978};
  const Wilcoxon test = wilcoxon(tuned, plain, {.zeros = ZeroDifferences::zsplit});
  EXPECT_EQ(test.positive_rank_sum, 93.0);
  EXPECT_EQ(test.negative_rank_sum, 12.0);
  EXPECT_EQ(test.statistic, 12.0);
  EXPECT_EQ(test.method, WilcoxonMethod::normal);
  EXPECT_EQ(test.pairs, 14u);
  EXPECT_EQ(test.ranked, 14u);
  EXPECT_EQ(test.zeros, 2u);
  EXPECT_EQ(test.tied, 2u);
}

TEST(Wilcoxon, TreatsZerosInThreeWaysByHand) {
  const Values differences{0, 0, -1, 2, 3};
  const auto with = [&](ZeroDifferences zeros) { return of_differences(differences, {.zeros = zeros}); };
  EXPECT_EQ(with(ZeroDifferences::wilcox).positive_rank_sum, 5.0);  // ranks 1, 2, 3
  EXPECT_EQ(with(ZeroDifferences::wilcox).negative_rank_sum, 1.0);
  EXPECT_EQ(with(ZeroDifferences::wilcox).ranked, 3u);
  EXPECT_EQ(with(ZeroDifferences::pratt).positive_rank_sum, 9.0);  // ranks 3, 4, 5 after 1.5, 1.5
  EXPECT_EQ(with(ZeroDifferences::pratt).negative_rank_sum, 3.0);
  EXPECT_EQ(with(ZeroDifferences::zsplit).positive_rank_sum, 10.5);
  EXPECT_EQ(with(ZeroDifferences::zsplit).negative_rank_sum, 4.5);
  for (const auto& zeros : enum_names(ZeroDifferences{})) {
    EXPECT_EQ(with(zeros.value).zeros, 2u);
    EXPECT_EQ(with(zeros.value).tied, 0u);
    // Three signs: R₊ as large as this in 2 of 8 cases, whatever the ranks of the zeros add.
    const Wilcoxon exact = of_differences(
        differences, {.alternative = Alternative::greater, .method = WilcoxonMethod::exact, .zeros = zeros.value});
    EXPECT_EQ(exact.p, 0.25) << zeros.name;
  }
}

// Ranks 1, 2, 3: R₊ = 5, mean 3, variance 14/4.
TEST(Wilcoxon, MovesTheRankSumTowardsItsMeanByHand) {
  const Values differences{-1, 2, 3};
  const auto z = [&](Alternative alternative) {
    return of_differences(differences,
                          {.alternative = alternative, .method = WilcoxonMethod::normal, .continuity_correction = true})
        .z;
  };
  EXPECT_DOUBLE_EQ(z(Alternative::greater), 1.5 / std::sqrt(3.5));
  EXPECT_DOUBLE_EQ(z(Alternative::less), 2.5 / std::sqrt(3.5));
  EXPECT_DOUBLE_EQ(z(Alternative::two_sided), -1.5 / std::sqrt(3.5));
}

TEST(Wilcoxon, ChoosesTheExactDistributionForFewPairsWithoutTies) {
  const auto method = [](std::size_t pairs, double last, std::int32_t exact_up_to) {
    Values differences(pairs);
    std::iota(differences.begin(), differences.end(), 1.0);
    differences.back() = last;
    return of_differences(differences, {.exact_up_to = exact_up_to}).method;
  };
  EXPECT_EQ(method(25, 99.0, 25), WilcoxonMethod::exact);
  EXPECT_EQ(method(26, 99.0, 25), WilcoxonMethod::normal);
  EXPECT_EQ(method(26, 99.0, 26), WilcoxonMethod::exact);
  EXPECT_EQ(method(10, 1.0, 25), WilcoxonMethod::normal);
  EXPECT_EQ(method(10, 0.0, 25), WilcoxonMethod::normal);
}

// Twin: every assignment of signs, one after another, with ranks by counting.
double p_by_enumeration(const Values& differences, const WilcoxonOptions& options) {
  Values kept;
  for (const double d : differences) {
    if (d != 0.0 || options.zeros != ZeroDifferences::wilcox) kept.push_back(d);
  }
  Values ranks;
  double observed = 0.0;
  for (const double d : kept) {
    if (d == 0.0) continue;
    double rank = 0.5;
    for (const double e : kept) rank += std::abs(e) < std::abs(d) ? 1.0 : std::abs(e) == std::abs(d) ? 0.5 : 0.0;
    ranks.push_back(rank);
    if (d > 0.0) observed += rank;
  }
  double below = 0.0;
  double above = 0.0;
  const std::size_t assignments = std::size_t{1} << ranks.size();
  for (std::size_t signs = 0; signs < assignments; ++signs) {
    double sum = 0.0;
    for (std::size_t i = 0; i < ranks.size(); ++i) sum += (signs >> i & 1) != 0 ? ranks[i] : 0.0;
    below += sum <= observed ? 1.0 : 0.0;
    above += sum >= observed ? 1.0 : 0.0;
  }
  below /= static_cast<double>(assignments);
  above /= static_cast<double>(assignments);
  if (options.alternative == Alternative::less) return below;
  if (options.alternative == Alternative::greater) return above;
  return std::min(1.0, 2.0 * std::min(below, above));
}

TEST(Wilcoxon, IsExactWithTiesAndZerosToo) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Values differences(1 + random.below(11));
    for (double& d : differences) d = static_cast<double>(random.below(seed % 2 == 0 ? 9 : 101)) - 3.0;
    for (const auto& alternative : enum_names(Alternative{})) {
      for (const auto& zeros : enum_names(ZeroDifferences{})) {
        const WilcoxonOptions options{
            .alternative = alternative.value, .method = WilcoxonMethod::exact, .zeros = zeros.value};
        EXPECT_DOUBLE_EQ(of_differences(differences, options).p, p_by_enumeration(differences, options));
      }
    }
  }
}

TEST(Wilcoxon, KeepsItsDigitsInTheFarTail) {
  Values differences(500);
  std::iota(differences.begin(), differences.end(), 1.0);
  const WilcoxonOptions exact{.method = WilcoxonMethod::exact};
  EXPECT_EQ(of_differences(differences, exact).p, std::ldexp(1.0, -499));
  differences[0] = -1.0;
  EXPECT_EQ(of_differences(differences, exact).p, std::ldexp(1.0, -498));
  const WilcoxonOptions less{.alternative = Alternative::less, .method = WilcoxonMethod::exact};
  EXPECT_NEAR(of_differences(differences, less).p, 1.0, 1e-13);
}

TEST(Wilcoxon, LetsPVanishRatherThanFail) {
  Values differences(5000);
  std::iota(differences.begin(), differences.end(), 1.0);
  const Wilcoxon test = of_differences(differences);
  EXPECT_LT(test.z, -60.0);
  EXPECT_EQ(test.p, 0.0);
}

TEST(Wilcoxon, AgreesWithItselfWhereTheDistributionsMeet) {
  RandomSequence random{RandomStream(7)};
  Values differences(400);
  for (double& d : differences) d = random.normal() + 0.05;
  const double exact = of_differences(differences, {.method = WilcoxonMethod::exact}).p;
  const double normal = of_differences(differences, {.method = WilcoxonMethod::normal}).p;
  EXPECT_NEAR(exact, normal, 0.005 * exact);
}

TEST(Wilcoxon, FindsNoEvidenceInEqualSamples) {
  for (const auto& method : enum_names(WilcoxonMethod{})) {
    for (const auto& alternative : enum_names(Alternative{})) {
      for (const ZeroDifferences zeros : {ZeroDifferences::wilcox, ZeroDifferences::pratt}) {
        const Wilcoxon test =
            of_differences(Values(5, 0.0), {.alternative = alternative.value, .method = method.value, .zeros = zeros});
        EXPECT_EQ(test.p, 1.0);
        EXPECT_EQ(test.statistic, 0.0);
        EXPECT_EQ(test.zeros, 5u);
      }
    }
  }
  EXPECT_EQ(of_differences(Values(5, 0.0), {.zeros = ZeroDifferences::zsplit}).p, 1.0);
}

TEST(Wilcoxon, OfOnePairSaysLittle) {
  EXPECT_EQ(of_differences({2.0}).p, 1.0);
  EXPECT_EQ(of_differences({2.0}, {.alternative = Alternative::greater}).p, 0.5);
  EXPECT_EQ(of_differences({2.0}, {.alternative = Alternative::less}).p, 1.0);
}

TEST(Wilcoxon, TakesItsOptionsByName) {
  WilcoxonOptions options;
  set_option(options, "alternative=greater");
  set_option(options, "method=normal");
  set_option(options, "zeros=pratt");
  set_option(options, "continuity_correction=true");
  EXPECT_EQ(options.alternative, Alternative::greater);
  EXPECT_EQ(options.method, WilcoxonMethod::normal);
  EXPECT_EQ(options.zeros, ZeroDifferences::pratt);
  EXPECT_TRUE(options.continuity_correction);
}

TEST(Wilcoxon, SaysWhatIsWrong) {
  const auto text = [](const Values& first, const Values& second, const WilcoxonOptions& options) {
    return testing::error_text<InvalidArgument>([&] { wilcoxon(first, second, options); });
  };
  EXPECT_EQ(text({}, {}, {}), "pairs = 0: a signed-rank test needs at least 1");
  EXPECT_EQ(text({1}, {1, 2}, {}), "first has 1 values, second 2: pairs need as many of both");
  EXPECT_EQ(text({1}, {HUGE_VAL}, {}), "second: value 0 is inf: must be finite");
  EXPECT_EQ(text(Values(501, 1.0), Values(501, 0.0), {.method = WilcoxonMethod::exact}),
            "method = exact: 501 differences, at most 500");
  EXPECT_EQ(text({1}, {2}, {.exact_up_to = 501}), "exact_up_to = 501: must be in [0, 500]");
}

}  // namespace
}  // namespace cgsd
