// Wilcoxon's signed-rank test (1945): are the differences first[i] − second[i] symmetric about zero?
//
//   |differences| are ranked, equal ones share the mean rank; R₊ and R₋ are the rank sums of the positive and the
//   negative ones. statistic = min(R₊, R₋) for the two-sided test, R₊ otherwise.
//   zeros     wilcox: left out before ranking · pratt: ranked, then left out (Pratt 1959) ·
//             zsplit: ranked, and their rank sum goes in halves to R₊ and R₋
//   exact     the distribution of R₊ over all 2^m signs of the m differences other than 0, by dynamic programming on
//             twice the ranks; with ties it is the exact conditional distribution. Two-sided: twice the smaller tail.
//   normal    z = (R − Σr/2 ∓ correction) / √(Σr²/4) over the ranked differences, where Σr²/4 = n(n+1)(2n+1)/24 −
//             Σ(t³ − t)/48 contains the corrections for ties and for Pratt's zeros (Cureton 1967)
//   automatic exact up to `exact_up_to` pairs without ties or zeros, normal otherwise
//
// If every difference is 0 there is no evidence: p is 1 (zsplit with the normal distribution, which counts halves of
// zeros as ranks of random sign: 1/2 one-sided). Equality is that of the computed doubles (ranks.hpp).
// Promises: p within 1e-12 relative, down to underflow (then 0). Throws InvalidArgument without pairs, for samples of
// different length, values that are not finite, and an exact test of more than 500 differences other than 0.
// Cost: O(n log n); exact O(m³).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cgsd/core/options.hpp"
#include "cgsd/stats/samples.hpp"

namespace cgsd {

enum class WilcoxonMethod { automatic, exact, normal };
constexpr auto enum_names(WilcoxonMethod) {
  return std::array{EnumName<WilcoxonMethod>{WilcoxonMethod::automatic, "automatic"},
                    EnumName<WilcoxonMethod>{WilcoxonMethod::exact, "exact"},
                    EnumName<WilcoxonMethod>{WilcoxonMethod::normal, "normal"}};
}

enum class ZeroDifferences { wilcox, pratt, zsplit };
constexpr auto enum_names(ZeroDifferences) {
  return std::array{
      EnumName<ZeroDifferences>{ZeroDifferences::wilcox, "wilcox", "left out"},
      EnumName<ZeroDifferences>{ZeroDifferences::pratt, "pratt", "ranked, then left out"},
      EnumName<ZeroDifferences>{ZeroDifferences::zsplit, "zsplit", "ranked and shared between both signs"}};
}

constexpr std::int32_t kMostExactPairs = 500;

struct WilcoxonOptions {
  Alternative alternative = Alternative::two_sided;
  WilcoxonMethod method = WilcoxonMethod::automatic;
  ZeroDifferences zeros = ZeroDifferences::wilcox;
  bool continuity_correction = false;
  std::int32_t exact_up_to = 25;
};

inline void describe(OptionVisitor& v, WilcoxonOptions& o) {
  v.choice("alternative", o.alternative, "what the test looks for");
  v.choice("method", o.method, "distribution of the rank sum");
  v.choice("zeros", o.zeros, "what becomes of pairs without a difference");
  v.flag("continuity_correction", o.continuity_correction, "move the rank sum by 1/2 towards its mean (normal only)");
  v.number("exact_up_to", o.exact_up_to, {0, kMostExactPairs}, "pairs up to which the automatic choice is exact");
}

struct Wilcoxon {
  double statistic;
  double p;
  double z;  // NaN for an exact test and if nothing has a sign
  double positive_rank_sum;
  double negative_rank_sum;
  std::size_t pairs;      // given
  std::size_t ranked;     // of these: all, or under `wilcox` those with a difference
  std::size_t zeros;      // pairs without a difference
  std::size_t tied;       // differences other than 0 that share their rank
  WilcoxonMethod method;  // used: exact or normal
};

Wilcoxon wilcoxon(std::span<const double> first, std::span<const double> second, const WilcoxonOptions& options);

}  // namespace cgsd
