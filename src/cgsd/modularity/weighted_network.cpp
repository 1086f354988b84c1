#include "cgsd/modularity/weighted_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/modularity/neighbour_weights.hpp"

namespace cgsd {
namespace {

constexpr NodeId kUnnumbered = std::numeric_limits<NodeId>::max();

void check(GraphView graph, std::string_view method) {
  if (graph.directed()) {
    throw InvalidArgument(fmt::format("{}: needs an undirected graph; leave --directed out", method));
  }
  if (const std::string fault = weight_fault(graph); !fault.empty())
    throw InvalidArgument(fmt::format("{}: {}", method, fault));
}

// The power of two that brings the largest weight near 1.
double scale_of(std::span<const double> weights) {
  const double largest = weights.empty() ? 1.0 : *std::max_element(weights.begin(), weights.end());
  return largest > 0.0 ? std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1022, 1023)) : 1.0;
}

// The members of community c, in ascending order, are members[begin[c]] … members[begin[c + 1] − 1].
struct MemberLists {
  std::vector<NodeId> begin;
  std::vector<NodeId> members;
};

MemberLists member_lists(std::span<const NodeId> community_of, NodeId communities) {
  MemberLists lists{std::vector<NodeId>(communities + 1, 0), std::vector<NodeId>(community_of.size())};
  for (const NodeId c : community_of) ++lists.begin[c + 1];
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  std::vector<NodeId> next(lists.begin.begin(), lists.begin.end() - 1);
  for (NodeId v = 0; v < community_of.size(); ++v) lists.members[next[community_of[v]]++] = v;
  return lists;
}

}  // namespace

WeightedNetwork network_of(GraphView graph, std::string_view method, const RunContext& run) {
  check(graph, method);
  const double scale = scale_of(graph.weights());
  WeightedNetwork network;
  network.offsets.reserve(graph.nodes() + std::size_t{1});
  network.targets.reserve(graph.entries());
  network.weights.reserve(graph.entries());
  network.inside.assign(graph.nodes(), 0.0);
  network.strength.assign(graph.nodes(), 0.0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (u % 4096 == 0) run.check_stop();
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double weight = graph.weighted() ? scale * graph.weights()[i] : 1.0;
      if (weight == 0.0) continue;
      network.targets.push_back(graph.targets()[i]);
      network.weights.push_back(weight);
      network.strength[u] += weight;
    }
    network.offsets.push_back(network.targets.size());
    network.total += network.strength[u];
  }
  return network;
}

WeightedNetwork aggregated(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                           const RunContext& run) {
  const MemberLists lists = member_lists(community_of, communities);
  WeightedNetwork result;
  result.offsets.reserve(communities + std::size_t{1});
  result.inside.assign(communities, 0.0);
  result.strength.assign(communities, 0.0);
  result.total = network.total;
  NeighbourWeights weights(communities);
  for (NodeId c = 0; c < communities; ++c) {
    if (c % 1024 == 0) run.check_stop();
    for (NodeId place = lists.begin[c]; place < lists.begin[c + 1]; ++place) {
      const NodeId v = lists.members[place];
      result.inside[c] += network.inside[v];
      result.strength[c] += network.strength[v];
      weights.collect(network, v, community_of);
    }
    result.inside[c] += weights.to(c);
    for (const NodeId other : weights.met()) {
      if (other == c) continue;
      result.targets.push_back(other);
      result.weights.push_back(weights.to(other));
    }
    weights.clear();
    result.offsets.push_back(result.targets.size());
  }
  return result;
}

std::vector<NodeId> each_alone(NodeId nodes) {
  std::vector<NodeId> community_of(nodes);
  std::iota(community_of.begin(), community_of.end(), NodeId{0});
  return community_of;
}

NodeId cut_into_connected_parts(const WeightedNetwork& network, std::vector<NodeId>& community_of) {
  std::vector<NodeId> part_of(network.nodes(), kUnnumbered);
  std::vector<NodeId> reached;
  NodeId parts = 0;
  for (NodeId first = 0; first < network.nodes(); ++first) {
    if (part_of[first] != kUnnumbered) continue;
    part_of[first] = parts;
    reached.assign(1, first);
    while (!reached.empty()) {
      const NodeId v = reached.back();
      reached.pop_back();
      for (EntryIndex i = network.offsets[v]; i < network.offsets[v + 1]; ++i) {
        const NodeId u = network.targets[i];
        if (part_of[u] != kUnnumbered || community_of[u] != community_of[v]) continue;
        part_of[u] = parts;
        reached.push_back(u);
      }
    }
    ++parts;
  }
  community_of = std::move(part_of);
  return parts;
}

NodeId renumber(std::vector<NodeId>& community_of) {
  std::vector<NodeId> number(community_of.size(), kUnnumbered);
  NodeId communities = 0;
  for (NodeId& c : community_of) {
    if (number[c] == kUnnumbered) number[c] = communities++;
    c = number[c];
  }
  return communities;
}

Partition partition_of(std::span<const NodeId> community_of) {
  return numbered_by_size(std::vector<std::int32_t>(community_of.begin(), community_of.end()));
}

double modularity(const WeightedNetwork& network, std::span<const NodeId> community_of, double resolution) {
  const double total = network.total;
  std::vector<double> strength(network.nodes(), 0.0);
  double inside = 0.0;
  for (NodeId v = 0; v < network.nodes(); ++v) {
    strength[community_of[v]] += network.strength[v];
    double own = network.inside[v];
    for (EntryIndex i = network.offsets[v]; i < network.offsets[v + 1]; ++i) {
      if (community_of[network.targets[i]] == community_of[v]) own += network.weights[i];
    }
    inside += own;
  }
  double expected = 0.0;
  for (const double k : strength) expected += (k / total) * (k / total);
  return inside / total - resolution * expected;
}

}  // namespace cgsd
