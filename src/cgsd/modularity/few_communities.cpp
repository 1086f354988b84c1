#include "cgsd/modularity/few_communities.hpp"

#include <algorithm>
#include <vector>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kParts = 8;
constexpr std::size_t kEntriesPerCell = 8;

// Of two communities: how many entries lead from the first to the second, and which is the first of them. Rows lie in
// the order of the nodes, so a smaller entry belongs to an earlier node.
struct Pair {
  EntryIndex count = 0;
  EntryIndex first = 0;
};

class PairTable {
 public:
  explicit PairTable(NodeId communities) : communities_(communities) {}

  void count(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId begin, NodeId end) {
    pairs_ = large_vector<Pair>(std::size_t{communities_} * communities_);
    for (NodeId v = begin; v < end; ++v) {
      Pair* const row = &pairs_[std::size_t{community_of[v]} * communities_];
      for (EntryIndex i = network.rows[v].begin; i < network.rows[v].end; ++i) {
        Pair& pair = row[community_of[network.targets[i]]];
        if (pair.count++ == 0) pair.first = i;  // rare enough for a branch
      }
    }
  }
  // `later` has counted later nodes.
  void add(const PairTable& later) {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (pairs_[i].count == 0) pairs_[i].first = later.pairs_[i].first;
      pairs_[i].count += later.pairs_[i].count;
    }
  }
  std::span<const Pair> row(NodeId c) const {
    return std::span(pairs_).subspan(std::size_t{c} * communities_, communities_);
  }

 private:
  NodeId communities_;
  std::vector<Pair> pairs_;
};

PairTable counted(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                  const RunContext& run) {
  std::vector<PairTable> parts(kParts, PairTable(communities));
  const std::size_t nodes = network.nodes();
  parallel_for(run, kParts, 1, [&](std::size_t part, std::size_t) {
    parts[part].count(network, community_of, static_cast<NodeId>(nodes * part / kParts),
                      static_cast<NodeId>(nodes * (part + 1) / kParts));
  });
  for (std::size_t part = 1; part < kParts; ++part) parts[0].add(parts[part]);
  return std::move(parts[0]);
}

// The communities that c has entries to, itself left out, in the order in which its members meet them.
std::vector<NodeId> met_by(NodeId c, std::span<const Pair> row) {
  std::vector<NodeId> met;
  for (NodeId other = 0; other < row.size(); ++other) {
    if (other != c && row[other].count > 0) met.push_back(other);
  }
  std::ranges::sort(met, {}, [&](NodeId other) { return row[other].first; });
  return met;
}

}  // namespace

bool shrinks_to_few(const WeightedNetwork& network, NodeId communities) {
  const std::size_t cells = kParts * communities * communities;
  return network.weights.empty() && cells <= network.entries / kEntriesPerCell;
}

WeightedNetwork shrunk_to_few(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                              const RunContext& run) {
  const PairTable table = counted(network, community_of, communities, run);
  const std::size_t most = std::size_t{communities} * communities;
  WeightedNetwork shrunk{.rows = std::vector<RowRange>(communities),
                         .targets = {},
                         .weights = {},
                         .inside = std::vector<double>(communities, 0.0),
                         .strength = std::vector<double>(communities, 0.0),
                         .total = network.total,
                         .entries = 0,
                         .own_targets = large_array<NodeId>(most),
                         .own_weights = large_array<double>(most)};
  for (NodeId v = 0; v < network.nodes(); ++v) {
    shrunk.inside[community_of[v]] += network.inside[v];
    shrunk.strength[community_of[v]] += network.strength[v];
  }
  for (NodeId c = 0; c < communities; ++c) {
    const auto row = table.row(c);
    shrunk.inside[c] += static_cast<double>(row[c].count);
    shrunk.rows[c].begin = shrunk.entries;
    for (const NodeId other : met_by(c, row)) {
      shrunk.own_targets[shrunk.entries] = other;
      shrunk.own_weights[shrunk.entries++] = static_cast<double>(row[other].count);
    }
    shrunk.rows[c].end = shrunk.entries;
  }
  shrunk.targets = {shrunk.own_targets.get(), shrunk.entries};
  shrunk.weights = {shrunk.own_weights.get(), shrunk.entries};
  return shrunk;
}

}  // namespace cgsd
