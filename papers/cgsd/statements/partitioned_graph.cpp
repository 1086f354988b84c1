#include "papers/cgsd/statements/partitioned_graph.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {
namespace {

struct KeptEdges {
  Graph graph;
  std::vector<double> curvature;
};

template <class Keep>
KeptEdges kept_edges(GraphView graph, std::span<const double> curvature, Keep&& keep) {
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  std::vector<double> kept;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (!keep(u, v)) continue;
      targets.push_back(v);
      kept.push_back(curvature[i]);
    }
    offsets.push_back(targets.size());
  }
  return {Graph(std::move(offsets), std::move(targets), {}, false), std::move(kept)};
}

}  // namespace

PartitionedGraph partitioned_graph(GraphView whole, std::span<const double> curvature,
                                   std::span<const std::int32_t> community_of, const RunContext& run) {
  if (whole.directed()) throw InvalidArgument("a diagnosis is of undirected edges");
  if (community_of.size() != whole.nodes())
    throw InvalidArgument(fmt::format("{} communities for {} nodes", community_of.size(), whole.nodes()));
  if (curvature.size() != whole.entries())
    throw InvalidArgument(fmt::format("{} curvatures for {} entries", curvature.size(), whole.entries()));
  run.check_stop();
  KeptEdges kept = kept_edges(whole, curvature, [&](NodeId u, NodeId v) {
    return community_of[u] != kUnlabelled && community_of[v] != kUnlabelled;
  });
  PartitionedGraph parts{std::move(kept.graph), std::move(kept.curvature), {}, {}, 0};
  for (NodeId v = 0; v < whole.nodes(); ++v) {
    parts.community_of.push_back(std::max(community_of[v], 0));
    parts.whole_degree.push_back(static_cast<double>(whole.degree(v)));
    parts.communities = std::max(parts.communities, parts.community_of.back() + 1);
  }
  return parts;
}

SplitCurvature split_curvature(const PartitionedGraph& parts) {
  std::vector<double> within;
  std::vector<double> cross;
  for (NodeId u = 0; u < parts.graph.nodes(); ++u) {
    for (EntryIndex i = parts.graph.row_begin(u); i < parts.graph.row_end(u); ++i) {
      const NodeId v = parts.graph.targets()[i];
      if (u < v) (parts.is_within(u, v) ? within : cross).push_back(parts.curvature[i]);
    }
  }
  return {count_values(std::move(within)), count_values(std::move(cross))};
}

PartitionedGraph without_cross_edges(const PartitionedGraph& parts) {
  KeptEdges kept = kept_edges(parts.graph, parts.curvature, [&](NodeId u, NodeId v) { return parts.is_within(u, v); });
  PartitionedGraph out = parts;
  out.graph = std::move(kept.graph);
  out.curvature = std::move(kept.curvature);
  return out;
}

}  // namespace cgsd
