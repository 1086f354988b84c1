#include "cgsd/diagnosis/curvature_order.hpp"

#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/ranks.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

double higher_within(GraphView graph, std::span<const double> curvature, std::span<const std::int32_t> community_of,
                     const RunContext& run) {
  if (graph.directed()) throw InvalidArgument("edges within and across communities are undirected");
  if (curvature.size() != graph.entries() || community_of.size() != graph.nodes())
    throw InvalidArgument(fmt::format("{} curvatures and {} communities for {} entries and {} nodes", curvature.size(),
                                      community_of.size(), graph.entries(), graph.nodes()));
  std::vector<double> values;
  std::vector<bool> is_within;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (u >= v || community_of[u] == kUnlabelled || community_of[v] == kUnlabelled) continue;
      values.push_back(curvature[i]);
      is_within.push_back(community_of[u] == community_of[v]);
    }
  }
  const std::vector<double> ranks = mid_ranks(values, run);
  double within = 0.0;    // w
  double rank_sum = 0.0;  // R
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (!is_within[i]) continue;
    within += 1.0;
    rank_sum += ranks[i];
  }
  const double across = static_cast<double>(ranks.size()) - within;  // a
  if (within == 0.0 || across == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return (rank_sum - within * (within + 1.0) / 2.0) / (within * across);
}

}  // namespace cgsd
