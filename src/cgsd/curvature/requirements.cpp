#include "cgsd/curvature/requirements.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

void require_undirected(GraphView graph, std::string_view kind) {
  if (!graph.directed()) return;
  throw InvalidArgument(
      fmt::format("curvature kind {}: needs an undirected graph; use kind forman, or leave --directed out", kind));
}

void require_positive_weights(GraphView graph, std::string_view kind) {
  const auto weights = graph.weights();
  const auto bad = std::find_if(weights.begin(), weights.end(), [](double weight) { return !(weight > 0.0); });
  if (bad == weights.end()) return;
  const auto entry = static_cast<EntryIndex>(bad - weights.begin());
  const auto offsets = graph.offsets();
  const auto source = std::upper_bound(offsets.begin(), offsets.end(), entry) - offsets.begin() - 1;
  throw InvalidArgument(
      fmt::format("curvature kind {}: edge {}–{} has weight {}, but weights must be above 0 (--weights ignore "
                  "leaves them out)",
                  kind, source, graph.targets()[entry], *bad));
}

}  // namespace cgsd
