#include "papers/cgsd/theorems/concentration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace cgsd {
namespace {

std::vector<double> thresholds_below(const ValueCounts& within, double mean, double deviation) {
  constexpr int kSteps = 40;
  constexpr double kStep = 0.25;
  std::vector<double> below;
  for (const ValueCount& v : within) {
    if (v.value >= mean) break;
    below.push_back(v.value);
    below.push_back(std::nextafter(v.value, mean));
  }
  const double unit = deviation > 0.0 ? deviation : 1.0;
  for (int i = 1; i <= kSteps; ++i) below.push_back(mean - kStep * i * unit);
  std::erase_if(below, [mean](double threshold) { return !(threshold < mean); });
  return below;
}

double share_at_least(const ValueCounts& within, double threshold) {
  std::uint64_t count = 0;
  for (const ValueCount& v : within) count += v.value >= threshold ? v.count : 0;
  return static_cast<double>(count) / static_cast<double>(total_count(within));
}

}  // namespace

Concentration concentration(const ValueCounts& within) {
  constexpr double kRounding = 1e-9;
  Concentration found{.mean = mean_value(within),
                      .deviation = std::sqrt(mean_square_deviation(within)),
                      .smallest_slack = std::numeric_limits<double>::quiet_NaN()};
  if (within.empty()) return found;
  for (const double threshold : thresholds_below(within, found.mean, found.deviation)) {
    const double ratio = found.deviation / (threshold - found.mean);
    const double share = share_at_least(within, threshold);
    const double slack = share - (1.0 - ratio * ratio);
    ++found.thresholds;
    if (slack < -kRounding) ++found.violations;
    if (share < 1.0 && !(found.smallest_slack <= slack)) found.smallest_slack = slack;
  }
  return found;
}

}  // namespace cgsd
