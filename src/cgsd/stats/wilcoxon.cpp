#include "cgsd/stats/wilcoxon.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/stats/distributions.hpp"
#include "cgsd/stats/ranks.hpp"

namespace cgsd {
namespace {

// What is left of the pairs: the ranks whose signs are random under the null, and the rank sums they made.
struct SignedRanks {
  std::vector<double> signed_ranks;  // of the differences other than 0
  std::vector<double> zero_ranks;    // of zeros under zsplit
  double positive = 0.0;
  double negative = 0.0;
  std::size_t zeros = 0;
  std::size_t tied = 0;
};

SignedRanks rank_signs(std::vector<double> differences, ZeroDifferences zeros) {
  SignedRanks result;
  result.zeros = static_cast<std::size_t>(std::count(differences.begin(), differences.end(), 0.0));
  if (zeros == ZeroDifferences::wilcox) std::erase(differences, 0.0);
  std::vector<double> sizes(differences.size());
  std::transform(differences.begin(), differences.end(), sizes.begin(), [](double d) { return std::abs(d); });
  const AverageRanks all = average_ranks(sizes);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double rank = all.ranks[i];
    if (differences[i] > 0.0) result.positive += rank;
    if (differences[i] < 0.0) result.negative += rank;
    if (differences[i] != 0.0) {
      result.signed_ranks.push_back(rank);
    } else if (zeros == ZeroDifferences::zsplit) {
      result.zero_ranks.push_back(rank);
      result.positive += rank / 2.0;
      result.negative += rank / 2.0;
    }
  }
  const bool zeros_tied = zeros != ZeroDifferences::wilcox && result.zeros > 1;
  result.tied = all.tied - (zeros_tied ? result.zeros : 0);
  return result;
}

// P(S ≤ sum) for S = the sum of those `doubled` ranks whose fair coin shows heads.
// Invariant: probability[s] = P(S = s) over the ranks so far. Every term is positive, so small tails keep their digits.
double lower_tail(const std::vector<std::size_t>& doubled, std::size_t sum) {
  std::vector<double> probability(sum + 1, 0.0);
  probability[0] = 1.0;
  for (const std::size_t rank : doubled) {
    for (std::size_t s = sum + 1; s-- > 0;) {
      probability[s] = (probability[s] + (s >= rank ? probability[s - rank] : 0.0)) / 2.0;
    }
  }
  double tail = 0.0;
  for (const double p : probability) tail += p;
  return std::min(tail, 1.0);
}

double exact_p(const SignedRanks& ranks, Alternative alternative) {
  double shared = 0.0;
  for (const double rank : ranks.zero_ranks) shared += rank / 2.0;
  std::vector<std::size_t> doubled;
  for (const double rank : ranks.signed_ranks) doubled.push_back(static_cast<std::size_t>(2.0 * rank));
  // The distribution is symmetric: P(R₊ ≥ r) = P(R₊ ≤ Σr − r) = P(R₊ ≤ R₋).
  const auto tail = [&](double rank_sum) {
    return lower_tail(doubled, static_cast<std::size_t>(2.0 * (rank_sum - shared)));
  };
  switch (alternative) {
    case Alternative::less:
      return tail(ranks.positive);
    case Alternative::greater:
      return tail(ranks.negative);
    case Alternative::two_sided:
      break;
  }
  return std::min(1.0, 2.0 * tail(std::min(ranks.positive, ranks.negative)));
}

// z of the statistic; NaN where the rank sum cannot vary.
double standardised(const SignedRanks& ranks, double statistic, const WilcoxonOptions& options) {
  double sum = 0.0;
  double squares = 0.0;
  for (const auto* part : {&ranks.signed_ranks, &ranks.zero_ranks}) {
    for (const double rank : *part) {
      sum += rank;
      squares += rank * rank;
    }
  }
  if (squares == 0.0) return kUndefined;
  const double distance = statistic - sum / 2.0;
  double correction = 0.0;
  if (options.continuity_correction) {
    if (options.alternative == Alternative::less) correction = -0.5;
    if (options.alternative == Alternative::greater) correction = 0.5;
    if (options.alternative == Alternative::two_sided && distance != 0.0) correction = std::copysign(0.5, distance);
  }
  return (distance - correction) / std::sqrt(squares / 4.0);
}

double normal_p(double z, Alternative alternative) {
  if (std::isnan(z)) return 1.0;
  switch (alternative) {
    case Alternative::less:
      return normal_cdf(z);
    case Alternative::greater:
      return normal_upper(z);
    case Alternative::two_sided:
      break;
  }
  return std::min(1.0, 2.0 * normal_upper(std::abs(z)));
}

WilcoxonMethod chosen_method(const SignedRanks& ranks, const WilcoxonOptions& options) {
  const std::size_t count = ranks.signed_ranks.size();
  if (options.method == WilcoxonMethod::exact && count > static_cast<std::size_t>(kMostExactPairs)) {
    throw InvalidArgument(fmt::format("method = exact: {} differences, at most {}", count, kMostExactPairs));
  }
  if (options.method != WilcoxonMethod::automatic) return options.method;
  const bool plain = ranks.tied == 0 && ranks.zeros == 0 && count <= static_cast<std::size_t>(options.exact_up_to);
  return plain ? WilcoxonMethod::exact : WilcoxonMethod::normal;
}

}  // namespace

Wilcoxon wilcoxon(std::span<const double> first, std::span<const double> second, const WilcoxonOptions& options) {
  validate(options);
  auto differences = paired_differences(first, second);
  if (differences.empty()) throw InvalidArgument("pairs = 0: a signed-rank test needs at least 1");
  const SignedRanks ranks = rank_signs(std::move(differences), options.zeros);
  Wilcoxon test{};
  test.pairs = first.size();
  test.zeros = ranks.zeros;
  test.ranked = options.zeros == ZeroDifferences::wilcox ? test.pairs - test.zeros : test.pairs;
  test.tied = ranks.tied;
  test.positive_rank_sum = ranks.positive;
  test.negative_rank_sum = ranks.negative;
  const bool two_sided = options.alternative == Alternative::two_sided;
  test.statistic = two_sided ? std::min(ranks.positive, ranks.negative) : ranks.positive;
  test.method = chosen_method(ranks, options);
  const bool exact = test.method == WilcoxonMethod::exact;
  test.z = exact ? kUndefined : standardised(ranks, test.statistic, options);
  test.p = exact ? exact_p(ranks, options.alternative) : normal_p(test.z, options.alternative);
  return test;
}

}  // namespace cgsd
