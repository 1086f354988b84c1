#include "cgsd/experiment/time_estimate.hpp"

#include <cmath>

#include <fmt/format.h>

namespace cgsd {

void TimeEstimate::add(const CellKey& cell, double seconds) {
  if (!std::isfinite(seconds)) return;
  for (Mean* mean : {&by_pair_[{cell.method, cell.dataset}], &by_method_[cell.method], &all_}) {
    mean->sum += seconds;
    mean->count += 1.0;
  }
}

std::optional<double> TimeEstimate::seconds_of(const CellKey& cell) const {
  if (const auto found = by_pair_.find({cell.method, cell.dataset}); found != by_pair_.end()) {
    return found->second.sum / found->second.count;
  }
  if (const auto found = by_method_.find(cell.method); found != by_method_.end()) {
    return found->second.sum / found->second.count;
  }
  return all_.count > 0.0 ? std::optional(all_.sum / all_.count) : std::nullopt;
}

std::optional<double> TimeEstimate::seconds_of(std::span<const CellKey> cells) const {
  double total = 0.0;
  for (const CellKey& cell : cells) {
    const auto seconds = seconds_of(cell);
    if (!seconds) return std::nullopt;
    total += *seconds;
  }
  return total;
}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60.0;
  constexpr double kHour = 3600.0;
  constexpr double kFew = 100.0;
  if (seconds < kFew) return fmt::format("{:.0f} s", seconds);
  return seconds < kFew * kMinute ? fmt::format("{:.0f} min", seconds / kMinute)
                                  : fmt::format("{:.1f} h", seconds / kHour);
}

}  // namespace cgsd
