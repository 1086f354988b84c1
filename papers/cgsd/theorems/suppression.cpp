#include "papers/cgsd/theorems/suppression.hpp"

#include <cmath>

#include "cgsd/core/sigmoid.hpp"

namespace cgsd {
namespace {

// log(1 / (1 + e^|κ₋|))
double log_bound(double threshold) {
  const double size = std::abs(threshold);
  return -(size + std::log1p(std::exp(-size)));
}

}  // namespace

Suppression suppression(const ValueCounts& curvature) {
  constexpr double kRounding = 1e-12;
  constexpr double kClosed = 0.01;
  Suppression found;
  std::uint64_t closed = 0;
  for (const auto& [value, count] : curvature) closed += sigmoid(value) < kClosed ? count : 0;
  if (closed > 0) found.closed_share = static_cast<double>(closed) / static_cast<double>(total_count(curvature));
  for (const auto& [value, count] : curvature) {
    if (value >= 0.0) break;  // by rising value
    found.edges += count;
    ++found.thresholds;
    for (const ValueCount& threshold : curvature) {
      if (threshold.value < value) continue;
      if (threshold.value >= 0.0) break;
      const double bound = log_bound(threshold.value);
      if (log_sigmoid(value) > bound + kRounding * std::abs(bound)) found.violations += count;
    }
  }
  return found;
}

double gate_ratio(double first, double second) { return std::exp(log_sigmoid(first) - log_sigmoid(second)); }

}  // namespace cgsd
