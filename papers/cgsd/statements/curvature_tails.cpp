#include "papers/cgsd/statements/curvature_tails.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

constexpr std::array kDistances = {1.5, 2.0, 3.0, 5.0};

std::vector<Tail> tails_of(const ValueCounts& counts) {
  const double deviation = std::sqrt(mean_square_deviation(counts));
  if (!(deviation > 0.0)) return {};
  const double mean = mean_value(counts);
  std::vector<Tail> tails;
  for (const double t : kDistances) {
    std::uint64_t beyond = 0;
    for (const auto& [value, count] : counts) beyond += std::abs(value - mean) >= t * deviation ? count : 0;
    tails.push_back({t, static_cast<double>(beyond) / static_cast<double>(total_count(counts)), 1.0 / (t * t)});
  }
  return tails;
}

bool all_within_bounds(const std::vector<Tail>& tails) {
  return std::ranges::all_of(tails, [](const Tail& tail) { return within_bound(tail.share, tail.bound); });
}

// The share of pairs with within ≤ cross, by one walk along both.
double wrong_order(const ValueCounts& within, const ValueCounts& cross) {
  const auto pairs = static_cast<double>(total_count(within)) * static_cast<double>(total_count(cross));
  if (pairs <= 0.0) return kUndefined;
  double wrong = 0.0;
  double not_above = 0.0;  // edges within whose curvature is at most that of `c`
  auto w = within.begin();
  for (const ValueCount& c : cross) {
    for (; w != within.end() && w->value <= c.value; ++w) not_above += static_cast<double>(w->count);
    wrong += not_above * static_cast<double>(c.count);
  }
  return wrong / pairs;
}

}  // namespace

CurvatureTails curvature_tails(const SplitCurvature& curvature) {
  CurvatureTails result{.within = tails_of(curvature.within),
                        .cross = tails_of(curvature.cross),
                        .wrong_order = wrong_order(curvature.within, curvature.cross),
                        .wrong_order_bound = kUndefined};
  result.tails = verdict_of(!result.within.empty() || !result.cross.empty(),
                            all_within_bounds(result.within) && all_within_bounds(result.cross));
  const double gap = mean_value(curvature.within) - mean_value(curvature.cross);
  if (!(gap > 0.0)) return result;
  const double variance = mean_square_deviation(curvature.within) + mean_square_deviation(curvature.cross);
  result.wrong_order_bound = variance / (variance + gap * gap);
  result.order = verdict_of(true, within_bound(result.wrong_order, result.wrong_order_bound));
  return result;
}

}  // namespace cgsd
