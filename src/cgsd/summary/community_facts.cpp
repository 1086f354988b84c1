#include "cgsd/summary/community_facts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cgsd/metrics/cut_quality.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kListed = 5;
constexpr double kSure = 0.9;  // confidence from which nobody calls a node doubtful
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// Of each node, or of each community.
struct EdgesInside {
  std::vector<double> node_weight;  // of the node's entries that stay
  std::vector<double> weight;       // of the entries inside a community
  std::vector<double> volume;       // of all entries that leave its nodes
  std::vector<std::uint64_t> entries;
  double total = 0.0;
};

EdgesInside edges_inside(GraphView graph, const Partition& partition, const RunContext& run) {
  const auto count = static_cast<std::size_t>(partition.communities);
  EdgesInside e{std::vector<double>(graph.nodes(), 0.0), std::vector<double>(count, 0.0),
                std::vector<double>(count, 0.0), std::vector<std::uint64_t>(count, 0)};
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (u % 65536 == 0) run.check_stop();
    const auto own = static_cast<std::size_t>(partition.community_of[u]);
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double weight = graph.weighted() ? graph.weights()[i] : 1.0;
      e.volume[own] += weight;
      e.total += weight;
      if (partition.community_of[graph.targets()[i]] != partition.community_of[u]) continue;
      e.node_weight[u] += weight;
      e.weight[own] += weight;
      ++e.entries[own];
    }
  }
  return e;
}

std::vector<std::vector<NodeId>> members_of(const Partition& partition) {
  std::vector<std::vector<NodeId>> members(static_cast<std::size_t>(partition.communities));
  for (std::size_t v = 0; v < partition.community_of.size(); ++v)
    members[static_cast<std::size_t>(partition.community_of[v])].push_back(static_cast<NodeId>(v));
  return members;
}

double mean_confidence(const std::vector<NodeId>& members, const Confidence& confidence) {
  double sum = 0.0;
  double known = 0.0;
  for (const NodeId v : members) {
    if (!std::isfinite(confidence.own[v])) continue;
    sum += confidence.own[v];
    known += 1.0;
  }
  return known > 0.0 ? sum / known : kUndefined;
}

// The names of the first few by `before`.
template <class Before>
std::vector<std::string> first_names(std::vector<NodeId> nodes, const NodeNames& names, Before&& before) {
  const auto last = nodes.begin() + static_cast<std::ptrdiff_t>(std::min(kListed, nodes.size()));
  std::partial_sort(nodes.begin(), last, nodes.end(), before);
  std::vector<std::string> listed;
  for (auto v = nodes.begin(); v != last; ++v) listed.push_back(names.name(*v));
  return listed;
}

// Largest value first, ties to the lower node; nodes without a value are left out.
std::vector<std::string> largest(std::vector<NodeId> nodes, const NodeNames& names, const std::vector<double>& value) {
  std::erase_if(nodes, [&](NodeId v) { return !std::isfinite(value[v]); });
  return first_names(std::move(nodes), names,
                     [&](NodeId a, NodeId b) { return value[a] != value[b] ? value[a] > value[b] : a < b; });
}

std::vector<std::string> below(double bound, std::vector<NodeId> nodes, const NodeNames& names,
                               const std::vector<double>& value) {
  std::erase_if(nodes, [&](NodeId v) { return !(value[v] < bound); });
  return first_names(std::move(nodes), names,
                     [&](NodeId a, NodeId b) { return value[a] != value[b] ? value[a] < value[b] : a < b; });
}

double density(double entries, double size, bool directed) {
  if (size < 2.0) return kUndefined;
  return (directed ? entries : entries / 2.0) / (directed ? size * (size - 1.0) : size * (size - 1.0) / 2.0);
}

}  // namespace

std::vector<std::int32_t> ids_of(const std::vector<CommunityFacts>& facts, const std::vector<std::int32_t>& numbers) {
  std::vector<std::int32_t> ids;
  ids.reserve(numbers.size());
  for (const std::int32_t c : numbers) ids.push_back(c < 0 ? c : facts[static_cast<std::size_t>(c)].id);
  return ids;
}

std::vector<CommunityFacts> community_facts(const DatasetView& data, const Partition& partition,
                                            const Confidence& confidence, const RunContext& run) {
  const GraphView graph = data.input.graph;
  const EdgesInside edges = edges_inside(graph, partition, run);
  const std::vector<double> conductance = conductances(graph, partition.community_of, run);
  std::vector<std::vector<NodeId>> members = members_of(partition);
  std::vector<std::vector<Trait>> traits = set_apart(data, partition, run);
  std::vector<CommunityFacts> facts(members.size());
  for (std::size_t c = 0; c < facts.size(); ++c) {
    CommunityFacts& f = facts[c];
    f.id = static_cast<std::int32_t>(c);
    f.size = members[c].size();
    f.density = density(static_cast<double>(edges.entries[c]), static_cast<double>(f.size), graph.directed());
    f.conductance = conductance[c];
    f.mean_confidence = mean_confidence(members[c], confidence);
    f.set_apart = std::move(traits[c]);
    const bool close_knit = edges.weight[c] > 0.0 && edges.weight[c] * edges.total >= edges.volume[c] * edges.volume[c];
    f.central_by = close_knit ? CentralBy::edges : CentralBy::confidence;
    f.central = largest(members[c], data.names, close_knit ? edges.node_weight : confidence.own);
    f.doubtful = below(std::min(f.mean_confidence, kSure), std::move(members[c]), data.names, confidence.own);
  }
  return facts;
}

}  // namespace cgsd
