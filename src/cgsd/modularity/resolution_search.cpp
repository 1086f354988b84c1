#include "cgsd/modularity/resolution_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace cgsd {
namespace {

constexpr double kStride = 4.0;
constexpr double kNarrow = 1.0 + 1e-4;

// Invariant: `few` gave fewer communities than the target, `many` more.
struct Bracket {
  double few;
  double many;
};

// Empty where the target was met on the way, or where even the certain value at the end of the range is off it.
std::optional<Bracket> bracket(const ResolutionRange& range, double first, std::int32_t target,
                               const std::function<std::int32_t(double)>& communities_at) {
  double resolution = std::clamp(first, range.low, range.high);
  const std::int32_t at_first = communities_at(resolution);
  if (at_first == target) return std::nullopt;
  const bool upwards = at_first < target;
  while (resolution != (upwards ? range.high : range.low)) {
    const double next =
        upwards ? std::min(resolution * kStride, range.high) : std::max(resolution / kStride, range.low);
    const std::int32_t found = communities_at(next);
    if (found == target) return std::nullopt;
    if ((found < target) != upwards) return upwards ? Bracket{resolution, next} : Bracket{next, resolution};
    resolution = next;
  }
  return std::nullopt;
}

}  // namespace

ResolutionRange resolution_range(const WeightedNetwork& network) {
  double smallest = network.total;
  double largest_ratio = 0.0;
  for (NodeId u = 0; u < network.nodes(); ++u) {
    for (EntryIndex i = network.rows[u].begin; i < network.rows[u].end; ++i) {
      const double weight = network.weight(i);
      smallest = std::min(smallest, weight);
      largest_ratio = std::max(largest_ratio, weight / network.strength[u] / network.strength[network.targets[i]]);
    }
  }
  return {2.0 * smallest / network.total, 2.0 * largest_ratio * network.total};  // a factor 2 inside what is certain
}

void search_resolution(const ResolutionRange& range, double first, std::int32_t target,
                       const std::function<std::int32_t(double)>& communities_at, const RunContext& run) {
  auto ends = bracket(range, first, target, communities_at);
  if (!ends) return;
  const double width = std::log(ends->many / ends->few / kNarrow);
  while (ends->many > ends->few * kNarrow) {
    const double middle = std::sqrt(ends->few) * std::sqrt(ends->many);
    const std::int32_t found = communities_at(middle);
    if (found == target) return;
    (found < target ? ends->few : ends->many) = middle;
    run.advance(std::clamp(1.0 - std::log(ends->many / ends->few / kNarrow) / width, 0.0, 1.0));
  }
}

}  // namespace cgsd
