// An immutable graph in compressed sparse rows. Row u lists the targets of the entries that leave u, in ascending
// order.
//
//   undirected (the rule)        each edge {u,v} is stored as the two entries (u,v) and (v,u); no loops, no repeats
//   directed (preset `authors`)  the entries exactly as given: loops and repeats may occur, degree = entries that leave
//
// Values that belong to edges (weights, curvature) are arrays aligned with the entries: value[i] belongs to
// targets()[i], and the two entries of an undirected edge carry equal values. Limits: 2^31 − 1 nodes, 2^64 − 1 entries.
// Built by graph/builder.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cgsd {

using NodeId = std::uint32_t;
using EntryIndex = std::uint64_t;

inline constexpr NodeId kMaxNodes = 0x7fffffff;

class Graph {
 public:
  Graph() : offsets_{0} {}
  // Takes ready rows; offsets has nodes + 1 elements, weights is empty or as long as targets.
  Graph(std::vector<EntryIndex> offsets, std::vector<NodeId> targets, std::vector<double> weights, bool directed);

  NodeId nodes() const { return static_cast<NodeId>(offsets_.size() - 1); }
  EntryIndex entries() const { return targets_.size(); }
  EntryIndex edges() const { return directed_ ? entries() : entries() / 2; }
  bool directed() const { return directed_; }
  bool weighted() const { return !weights_.empty(); }

  EntryIndex degree(NodeId u) const { return offsets_[u + 1] - offsets_[u]; }
  EntryIndex row_begin(NodeId u) const { return offsets_[u]; }
  EntryIndex row_end(NodeId u) const { return offsets_[u + 1]; }
  std::span<const NodeId> neighbours(NodeId u) const { return {targets_.data() + offsets_[u], degree(u)}; }

  std::span<const EntryIndex> offsets() const { return offsets_; }
  std::span<const NodeId> targets() const { return targets_; }
  std::span<const double> weights() const { return weights_; }  // empty: every weight is 1

  bool operator==(const Graph&) const = default;

 private:
  std::vector<EntryIndex> offsets_;
  std::vector<NodeId> targets_;
  std::vector<double> weights_;
  bool directed_ = false;
};

// The place of entry (u,v) among the entries, or graph.entries() where it does not exist. O(log degree).
EntryIndex find_entry(const Graph& graph, NodeId u, NodeId v);

}  // namespace cgsd
