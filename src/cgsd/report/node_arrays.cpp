#include "cgsd/report/node_arrays.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/report/map_layout.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint16_t kNoShare = 65535;

// Neighbours above v, each once, whatever direction an entry has.
class UpperRows {
 public:
  explicit UpperRows(GraphView graph) : graph_(graph) {
    if (!graph.directed()) return;
    from_above_.resize(graph.nodes());
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u))
        if (v < u) from_above_[v].push_back(u);
    }
  }
  std::vector<NodeId> of(NodeId v) const {
    std::vector<NodeId> row;
    for (const NodeId u : graph_.neighbours(v))
      if (u > v) row.push_back(u);
    if (graph_.directed()) {
      row.insert(row.end(), from_above_[v].begin(), from_above_[v].end());
      std::ranges::sort(row);
      row.erase(std::ranges::unique(row).begin(), row.end());
    }
    return row;
  }

 private:
  GraphView graph_;
  std::vector<std::vector<NodeId>> from_above_;  // of a directed graph: those above that point here
};

}  // namespace

std::vector<std::uint16_t> in_sixteen_bits(const std::vector<double>& values, std::uint16_t most) {
  std::vector<std::uint16_t> out;
  out.reserve(values.size());
  for (const double x : values) {
    const double rounded = std::round(std::clamp(x, 0.0, 1.0) * most);
    out.push_back(std::isfinite(x) ? static_cast<std::uint16_t>(rounded) : kNoShare);
  }
  return out;
}

void add_node_arrays(PackedArrays& arrays, const RunContents& run) {
  const Dataset& data = run.data;
  const auto& community_of = run.found.partition.community_of;
  if (!data.names.none()) {
    Json names = Json::array();
    for (NodeId v = 0; v < community_of.size(); ++v) names.push_back(data.names.name(v));
    arrays.add("names", names);
  }
  const std::vector<std::uint32_t> numbers(community_of.begin(), community_of.end());
  arrays.add("community", std::span<const std::uint32_t>(numbers));
  arrays.add("confidence", std::span<const std::uint16_t>(in_sixteen_bits(run.found.confidence.own, kNoShare - 1)));
  arrays.add("second", std::span<const std::int32_t>(run.found.confidence.other));
  if (!run.found.stability.empty())
    arrays.add("stability", std::span<const std::uint16_t>(in_sixteen_bits(run.found.stability, kNoShare - 1)));
  if (!data.labels.none()) arrays.add("label", std::span<const std::int32_t>(data.labels.class_of));
  for (std::size_t level = 0; level < run.level_ids.size(); ++level)
    arrays.add(fmt::format("level_{}", level), std::span<const std::int32_t>(run.level_ids[level]));
}

Json add_map_arrays(PackedArrays& arrays, const RunContents& run, const RunContext& context) {
  const GraphView graph = run.data.input.graph;
  const std::vector<PlanePoint> points = map_layout(graph, run.found.partition, context);
  std::vector<double> x;
  std::vector<double> y;
  for (const PlanePoint& p : points) {
    x.push_back(p.x);
    y.push_back(p.y);
  }
  arrays.add("x", std::span<const std::uint16_t>(in_sixteen_bits(x, kNoShare)));
  arrays.add("y", std::span<const std::uint16_t>(in_sixteen_bits(y, kNoShare)));
  const UpperRows rows(graph);
  std::uint64_t edges = 0;
  for (NodeId v = 0; v < graph.nodes(); ++v) edges += rows.of(v).size();
  const std::uint64_t held = std::min(edges, kMostEdges);
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> targets;
  std::uint64_t seen = 0;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    const std::size_t before = targets.size();
    for (const NodeId u : rows.of(v)) {
      if ((seen + 1) * held / edges != seen * held / edges) targets.push_back(u);
      ++seen;
    }
    counts.push_back(static_cast<std::uint32_t>(targets.size() - before));
  }
  arrays.add("edge_counts", std::span<const std::uint32_t>(counts));
  arrays.add("edge_targets", std::span<const std::uint32_t>(targets));
  return {{"edges", edges}, {"edges_held", targets.size()}};
}

}  // namespace cgsd
