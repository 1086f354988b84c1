#include "papers/cgsd/statements/block_model_gap.hpp"

#include <cmath>
#include <vector>

#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

// Of the edge ends in one community.
struct Ends {
  double all = 0.0;     // e_r
  double within = 0.0;  // 2 m_rr
  double degrees = 0.0;
  double squares = 0.0;
  double within_degrees = 0.0;  // summed over the ends within

  double mean() const { return degrees / all; }  // q_r
  double variance() const { return squares / all - mean() * mean(); }
};

std::vector<Ends> ends_of(const PartitionedGraph& parts) {
  std::vector<Ends> ends(static_cast<std::size_t>(parts.communities));
  for (NodeId u = 0; u < parts.graph.nodes(); ++u) {
    Ends& own = ends[static_cast<std::size_t>(parts.community_of[u])];
    const double degree = parts.whole_degree[u];
    for (const NodeId v : parts.graph.neighbours(u)) {
      own.all += 1.0;
      own.degrees += degree;
      own.squares += degree * degree;
      if (!parts.is_within(u, v)) continue;
      own.within += 1.0;
      own.within_degrees += degree;
    }
  }
  return ends;
}

}  // namespace

BlockModelGap block_model_gap(const PartitionedGraph& parts) {
  double ends_within = 0.0;
  double ends_cross = 0.0;
  double degrees = 0.0;          // over all ends
  double measured_within = 0.0;  // over the ends within
  double predicted_within = 0.0;
  double variance = 0.0;  // V
  for (const Ends& r : ends_of(parts)) {
    if (r.all == 0.0) continue;
    ends_within += r.within;
    ends_cross += r.all - r.within;
    degrees += r.degrees;
    measured_within += r.within_degrees;
    predicted_within += r.within * r.mean();
    if (r.all > 1.0) variance += r.within * r.variance() * (r.all - r.within) / (r.all - 1.0);
  }
  if (ends_within == 0.0 || ends_cross == 0.0) return {kUndefined, kUndefined, kUndefined};
  // An edge has two ends: mean κ = 4 − 2 · mean degree over the ends.
  const auto gap = [&](double within) { return 2.0 * ((degrees - within) / ends_cross - within / ends_within); };
  BlockModelGap result{gap(measured_within), gap(predicted_within),
                       2.0 * (1.0 / ends_within + 1.0 / ends_cross) * std::sqrt(std::max(0.0, variance))};
  const double difference = std::abs(result.measured - result.predicted);
  result.verdict = verdict_of(true, within_bound(difference, 3.0 * result.deviation));
  return result;
}

}  // namespace cgsd
