#include "cgsd/figure/tail_bins.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/figure/axis.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

constexpr double kTail = 0.02;       // share of the values an end may lose
constexpr double kShortening = 0.3;  // of the range, at which it does
constexpr double kMostBins = 30.0;

bool all_integers(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == std::floor(v); });
}

double width_for(double span, double size, bool integers) {
  if (span > 1e-12 * size) {
    const double width = nice_at_least(span / (kMostBins - 2.0));
    return integers ? std::max(1.0, width) : width;
  }
  if (integers) return 1.0;
  return size > 0.0 ? nice_at_least(size / kMostBins) : 0.1;
}

}  // namespace

TailBins tail_bins(std::span<const double> sorted) {
  double low = sorted.front();
  double high = sorted.back();
  const double span = high - low;
  const double low_quantile = quantile_of_sorted(sorted, kTail);
  const double high_quantile = quantile_of_sorted(sorted, 1.0 - kTail);
  if (low_quantile - low >= kShortening * span && span > 0.0) low = low_quantile;
  if (high - high_quantile >= kShortening * span && span > 0.0) high = high_quantile;
  const bool integers = all_integers(sorted);
  // Integers lie in the middle of their bins of width 1; wider bins then begin half a unit earlier, too.
  const double shift = integers ? 0.5 : 0.0;
  TailBins bins;
  bins.width = width_for(high - low, std::max(std::abs(low), std::abs(high)), integers);
  bins.first = std::floor((low + shift) / bins.width) * bins.width - shift;
  bins.count = static_cast<std::size_t>(std::max(1.0, std::floor((high - bins.first) / bins.width) + 1.0));
  // Rounding must not push the extremes out of their bins.
  while (bins.first > low && bins.first - bins.width < bins.first) bins.first -= bins.width;
  while (bins.last() <= high && bins.last() + bins.width > bins.last()) ++bins.count;
  bins.below_limit = bins.first + shift;
  bins.above_limit = bins.last() - shift;
  bins.below = static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), bins.first) - sorted.begin());
  bins.above = static_cast<std::size_t>(sorted.end() - std::lower_bound(sorted.begin(), sorted.end(), bins.last()));
  return bins;
}

std::vector<double> shares_in(const TailBins& bins, std::span<const double> values) {
  std::vector<double> shares(bins.count + 2, 0.0);
  for (const double value : values) {
    const double place = std::floor((value - bins.first) / bins.width);
    shares[static_cast<std::size_t>(std::clamp(place + 1.0, 0.0, static_cast<double>(bins.count + 1)))] += 1.0;
  }
  for (double& share : shares) share *= 100.0 / static_cast<double>(std::max<std::size_t>(1, values.size()));
  return shares;
}

}  // namespace cgsd
