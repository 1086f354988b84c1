#include "cgsd/modularity/weighted_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/modularity/few_communities.hpp"
#include "cgsd/modularity/neighbour_weights.hpp"
#include "cgsd/modularity/scratch_pool.hpp"

namespace cgsd {
namespace {

constexpr NodeId kUnnumbered = std::numeric_limits<NodeId>::max();
constexpr std::size_t kNodesOfABlock = 4096;

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

// Blocks of consecutive communities with about as many members each: [first[i], first[i + 1]).
std::vector<NodeId> blocks_of_members(const MemberLists& lists) {
  constexpr NodeId kMembers = 8192;
  std::vector<NodeId> first = {0};
  const auto communities = static_cast<NodeId>(lists.begin.size() - 1);
  for (NodeId c = 0; c < communities; ++c) {
    if (lists.begin[c + 1] - lists.begin[first.back()] >= kMembers) first.push_back(c + 1);
  }
  if (first.back() != communities) first.push_back(communities);
  return first;
}

class Shrinking {
 public:
  Shrinking(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities)
      : network_(network),
        community_of_(community_of),
        lists_(member_lists(community_of, communities)),
        first_(blocks_of_members(lists_)),
        pool_([communities] { return NeighbourWeights(communities); }) {
    result_.rows.resize(communities);
    result_.inside.assign(communities, 0.0);
    result_.strength.assign(communities, 0.0);
    result_.total = network.total;
  }

  // Every block writes its rows one after another, beginning where those before it end at the latest.
  WeightedNetwork shrunk(const RunContext& run) && {
    const std::vector<EntryIndex> begin = beginnings(run);
    result_.own_targets = large_array<NodeId>(begin.back());
    result_.own_weights = large_array<double>(begin.back());
    result_.targets = {result_.own_targets.get(), begin.back()};
    result_.weights = {result_.own_weights.get(), begin.back()};
    result_.entries = ordered_sum<EntryIndex>(run, begin.size() - 1, 1, [&](std::size_t block, std::size_t) {
      const auto weights = pool_.lend();
      EntryIndex end = begin[block];
      for (NodeId c = first_[block]; c < first_[block + 1]; ++c) end = write_row(c, *weights, end);
      return end - begin[block];
    });
    return std::move(result_);
  }

 private:
  // A block has at most as many entries as its members have.
  std::vector<EntryIndex> beginnings(const RunContext& run) const {
    std::vector<EntryIndex> begin(first_.size(), 0);
    parallel_for(run, first_.size() - 1, 1, [&](std::size_t block, std::size_t) {
      EntryIndex entries = 0;
      for (NodeId place = lists_.begin[first_[block]]; place < lists_.begin[first_[block + 1]]; ++place) {
        entries += network_.neighbours(lists_.members[place]).size();
      }
      const EntryIndex communities = first_[block + 1] - first_[block];
      begin[block + 1] = std::min<EntryIndex>(entries, communities * result_.strength.size());
    });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    return begin;
  }

  // Returns where the row ends.
  EntryIndex write_row(NodeId c, NeighbourWeights& weights, EntryIndex begin) {
    for (NodeId place = lists_.begin[c]; place < lists_.begin[c + 1]; ++place) {
      const NodeId v = lists_.members[place];
      result_.inside[c] += network_.inside[v];
      result_.strength[c] += network_.strength[v];
      weights.collect(network_, v, community_of_);
    }
    result_.inside[c] += weights.to(c);
    EntryIndex end = begin;
    for (const NodeId other : weights.met()) {
      result_.own_targets[end] = other;
      result_.own_weights[end] = weights.to(other);
      end += other == c ? 0 : 1;
    }
    weights.clear();
    result_.rows[c] = {begin, end};
    return end;
  }

  const WeightedNetwork& network_;
  std::span<const NodeId> community_of_;
  MemberLists lists_;
  std::vector<NodeId> first_;
  ScratchPool<NeighbourWeights> pool_;
  WeightedNetwork result_;
};

bool all_above_zero(std::span<const double> weights) {
  return std::ranges::all_of(weights, [](double weight) { return weight > 0.0; });
}

// The rows as they are, each weight multiplied by `scale`.
void borrow_rows(GraphView graph, double scale, WeightedNetwork& network, const RunContext& run) {
  network.targets = graph.targets();
  network.entries = graph.entries();
  parallel_for(run, graph.nodes(), kNodesOfABlock, [&](std::size_t begin, std::size_t end) {
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) network.rows[u] = {graph.row_begin(u), graph.row_end(u)};
  });
  if (graph.weights().empty()) return;
  network.own_weights = large_array<double>(graph.entries());
  network.weights = {network.own_weights.get(), graph.entries()};
  parallel_for(run, graph.entries(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) network.own_weights[i] = scale * graph.weights()[i];
  });
}

void copy_rows_without_zeros(GraphView graph, double scale, WeightedNetwork& network) {
  network.own_targets = large_array<NodeId>(graph.entries());
  network.own_weights = large_array<double>(graph.entries());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    network.rows[u].begin = network.entries;
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double weight = scale * graph.weights()[i];
      if (weight == 0.0) continue;
      network.own_targets[network.entries] = graph.targets()[i];
      network.own_weights[network.entries++] = weight;
    }
    network.rows[u].end = network.entries;
  }
  network.targets = {network.own_targets.get(), network.entries};
  network.weights = {network.own_weights.get(), network.entries};
}

double weight_of_row(const WeightedNetwork& network, NodeId v) {
  const auto [begin, end] = network.rows[v];
  if (network.weights.empty()) return static_cast<double>(end - begin);
  double weight = 0.0;
  for (EntryIndex i = begin; i < end; ++i) weight += network.weights[i];
  return weight;
}

}  // namespace

WeightedNetwork network_of(GraphView graph, std::string_view method, const RunContext& run) {
  check(graph, method);
  run.check_stop();
  const double scale = scale_of(graph.weights());
  WeightedNetwork network;
  network.rows.resize(graph.nodes());
  if (all_above_zero(graph.weights())) {
    borrow_rows(graph, scale, network, run);
  } else {
    copy_rows_without_zeros(graph, scale, network);
  }
  network.inside.assign(graph.nodes(), 0.0);
  network.strength = large_vector<double>(graph.nodes());
  network.total = ordered_sum<double>(run, graph.nodes(), kNodesOfABlock, [&](std::size_t begin, std::size_t end) {
    double total = 0.0;
    for (std::size_t u = begin; u < end; ++u) {
      const double strength = weight_of_row(network, static_cast<NodeId>(u));
      network.strength[u] = strength;
      total += strength;
    }
    return total;
  });
  return network;
}

WeightedNetwork aggregated(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                           const RunContext& run) {
  if (shrinks_to_few(network, communities)) return shrunk_to_few(network, community_of, communities, run);
  return Shrinking(network, community_of, communities).shrunk(run);
}

std::vector<NodeId> each_alone(NodeId nodes) {
  std::vector<NodeId> community_of = large_vector<NodeId>(nodes);
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
      for (const NodeId u : network.neighbours(v)) {
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

double weight_to_own(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of) {
  const auto [begin, end] = network.rows[v];
  const NodeId own = community_of[v];
  if (network.weights.empty()) {
    EntryIndex count = 0;
    for (EntryIndex i = begin; i < end; ++i) count += community_of[network.targets[i]] == own ? 1 : 0;
    return static_cast<double>(count);
  }
  double weight = 0.0;
  for (EntryIndex i = begin; i < end; ++i) weight += community_of[network.targets[i]] == own ? network.weights[i] : 0.0;
  return weight;
}

double modularity(const WeightedNetwork& network, std::span<const NodeId> community_of, double resolution,
                  const RunContext& run) {
  const double total = network.total;
  const double inside =
      ordered_sum<double>(run, network.nodes(), kNodesOfABlock, [&](std::size_t begin, std::size_t end) {
        double sum = 0.0;
        for (std::size_t v = begin; v < end; ++v) {
          sum += network.inside[v] + weight_to_own(network, static_cast<NodeId>(v), community_of);
        }
        return sum;
      });
  std::vector<double> strength(network.nodes(), 0.0);
  for (NodeId v = 0; v < network.nodes(); ++v) strength[community_of[v]] += network.strength[v];
  double expected = 0.0;
  for (const double k : strength) expected += (k / total) * (k / total);
  return inside / total - resolution * expected;
}

}  // namespace cgsd
