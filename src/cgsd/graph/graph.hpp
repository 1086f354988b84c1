// An immutable graph in compressed sparse rows. Row u lists the targets of the entries that leave u, in ascending
// order.
//
//   undirected (the rule)        each edge {u,v} is stored as the two entries (u,v) and (v,u); no loops, no repeats
//   directed (preset `authors`)  the entries exactly as given: loops and repeats may occur, degree = entries that leave
//
// Values that belong to edges (weights, curvature) are arrays aligned with the entries: value[i] belongs to
// targets()[i], and the two entries of an undirected edge carry equal values. Limits: 2^31 − 1 nodes, 2^64 − 1 entries.
//
//   Graph      owns its arrays; built by graph/builder.hpp
//   GraphView  borrows them, from a Graph or from arrays of the caller's. Algorithms take it, by value, and copy
//              nothing. The arrays must outlive it and keep the rules above.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace cgsd {

using NodeId = std::uint32_t;
using EntryIndex = std::uint64_t;

inline constexpr NodeId kMaxNodes = 0x7fffffff;
inline constexpr EntryIndex kNoEntries = 0;  // the offsets of a graph without nodes

// What Graph and GraphView offer beyond their arrays.
template <class Rows>
class GraphQueries {
 public:
  NodeId nodes() const { return static_cast<NodeId>(rows().offsets().size() - 1); }
  EntryIndex entries() const { return rows().targets().size(); }
  EntryIndex edges() const { return rows().directed() ? entries() : entries() / 2; }
  bool weighted() const { return !rows().weights().empty(); }

  EntryIndex degree(NodeId u) const { return row_end(u) - row_begin(u); }
  EntryIndex row_begin(NodeId u) const { return rows().offsets()[u]; }
  EntryIndex row_end(NodeId u) const { return rows().offsets()[u + 1]; }
  std::span<const NodeId> neighbours(NodeId u) const { return {rows().targets().data() + row_begin(u), degree(u)}; }

 private:
  const Rows& rows() const { return static_cast<const Rows&>(*this); }
};

class GraphView : public GraphQueries<GraphView> {
 public:
  GraphView() = default;
  // offsets has nodes + 1 elements, weights is empty or as long as targets.
  GraphView(std::span<const EntryIndex> offsets, std::span<const NodeId> targets, std::span<const double> weights = {},
            bool directed = false)
      : offsets_(offsets), targets_(targets), weights_(weights), directed_(directed) {
    assert(!offsets_.empty() && offsets_.front() == 0 && offsets_.back() == targets_.size());
    assert(weights_.empty() || weights_.size() == targets_.size());
  }

  std::span<const EntryIndex> offsets() const { return offsets_; }
  std::span<const NodeId> targets() const { return targets_; }
  std::span<const double> weights() const { return weights_; }  // empty: every weight is 1
  bool directed() const { return directed_; }

 private:
  std::span<const EntryIndex> offsets_{&kNoEntries, 1};
  std::span<const NodeId> targets_;
  std::span<const double> weights_;
  bool directed_ = false;
};

class Graph : public GraphQueries<Graph> {
 public:
  Graph() : offsets_{0} {}
  // Takes ready rows, as GraphView does.
  Graph(std::vector<EntryIndex> offsets, std::vector<NodeId> targets, std::vector<double> weights, bool directed);
  explicit Graph(GraphView view);                                                   // a copy
  operator GraphView() const { return {offsets_, targets_, weights_, directed_}; }  // NOLINT: algorithms take either

  std::span<const EntryIndex> offsets() const { return offsets_; }
  std::span<const NodeId> targets() const { return targets_; }
  std::span<const double> weights() const { return weights_; }
  bool directed() const { return directed_; }

  bool operator==(const Graph& other) const {
    return directed_ == other.directed_ && offsets_ == other.offsets_ && targets_ == other.targets_ &&
           weights_ == other.weights_;
  }

 private:
  std::vector<EntryIndex> offsets_;
  std::vector<NodeId> targets_;
  std::vector<double> weights_;
  bool directed_ = false;
};

// The place of entry (u,v) among the entries, or graph.entries() if it does not exist. O(log degree).
EntryIndex find_entry(GraphView graph, NodeId u, NodeId v);

}  // namespace cgsd
