#include "papers/cgsd/statements/curvature_bounds.hpp"

#include <algorithm>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"

namespace cgsd {

CurvatureBounds curvature_bounds(GraphView graph, const ValueCounts& curvature) {
  constexpr Range kNone{kUndefined, kUndefined};
  if (curvature.empty()) return {kNone, kNone, kNone, kNone};
  EntryIndex largest_degree = 0;
  for (NodeId v = 0; v < graph.nodes(); ++v) largest_degree = std::max(largest_degree, graph.degree(v));
  const Range met{curvature.front().value, curvature.back().value};
  const Range bound{4.0 - 2.0 * static_cast<double>(largest_degree), 2.0};
  const auto gates = [](const Range& r) { return Range{log_sigmoid(r.low), log_sigmoid(r.high)}; };
  return {met, bound, gates(met), gates(bound), verdict_of(true, bound.low <= met.low && met.high <= bound.high)};
}

}  // namespace cgsd
