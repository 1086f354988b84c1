#include "cgsd/report/run_part.hpp"

#include <algorithm>
#include <numeric>

#include "cgsd/graph/induced.hpp"

namespace cgsd {
namespace {

template <class T>
std::vector<T> values_at(const std::vector<T>& values, const std::vector<NodeId>& nodes) {
  std::vector<T> out;
  if (values.empty()) return out;
  for (const NodeId v : nodes) out.push_back(values[v]);
  return out;
}

}  // namespace

LevelIds ids_on_levels(const Levels& levels) {
  LevelIds ids;
  for (std::int32_t level = 0; level < levels.levels; ++level) {
    std::vector<std::int32_t> of_nodes = levels.communities_at(level);
    for (std::int32_t& c : of_nodes) c = levels.communities[static_cast<std::size_t>(c)].id;
    ids.push_back(std::move(of_nodes));
  }
  return ids;
}

std::vector<NodeId> part_of(GraphView graph, const Partition& partition, std::size_t most) {
  std::vector<NodeId> nodes(partition.community_of.size());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  if (nodes.size() <= most) return nodes;
  const std::vector<std::uint64_t> sizes = community_sizes(partition);
  std::ranges::stable_sort(nodes, [&](NodeId a, NodeId b) { return graph.degree(a) > graph.degree(b); });
  std::vector<std::uint64_t> left;
  for (const std::uint64_t size : sizes) left.push_back(std::max<std::uint64_t>(1, most * size / nodes.size()));
  std::vector<NodeId> part;
  for (const NodeId v : nodes) {
    std::uint64_t& room = left[static_cast<std::size_t>(partition.community_of[v])];
    if (room == 0) continue;
    --room;
    part.push_back(v);
  }
  std::ranges::sort(part);
  return part;
}

RunPart part_with(const RunContents& run, const std::vector<NodeId>& nodes) {
  RunPart part;
  part.data.input = induced(run.data.input, nodes);
  if (!run.data.names.none()) {
    for (const NodeId v : nodes) part.data.names.append(run.data.names.view(v));
  }
  part.data.labels = {values_at(run.data.labels.class_of, nodes), run.data.labels.class_names};
  part.data.attribute_names = run.data.attribute_names;
  part.data.attribute_meanings = run.data.attribute_meanings;
  part.found.ids = run.found.ids;
  part.found.partition = {values_at(run.found.partition.community_of, nodes), run.found.partition.communities};
  part.found.confidence.source = run.found.confidence.source;
  part.found.confidence.own = values_at(run.found.confidence.own, nodes);
  part.found.confidence.other = values_at(run.found.confidence.other, nodes);
  part.found.stability = values_at(run.found.stability, nodes);
  for (const auto& level : run.level_ids) part.level_ids.push_back(values_at(level, nodes));
  if (run.embedding.rows() == 0) return part;
  part.embedding = Matrix<float>(nodes.size(), run.embedding.cols());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    std::ranges::copy(run.embedding.row(nodes[i]), part.embedding.row(i).begin());
  return part;
}

}  // namespace cgsd
