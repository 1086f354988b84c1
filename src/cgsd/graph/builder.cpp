#include "cgsd/graph/builder.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kEntryBlock = std::size_t{1} << 16;
constexpr std::size_t kRowBlock = std::size_t{1} << 12;

// One entry seen from one of its ends: the other end and, in the lowest bit, whether we are the target.
using Key = std::uint32_t;
Key out_key(NodeId other) { return other << 1; }
Key in_key(NodeId other) { return (other << 1) | 1u; }
NodeId other_end(Key key) { return key >> 1; }
bool is_incoming(Key key) { return (key & 1u) != 0; }

struct WeightedKey {
  Key key;
  double weight;
  friend bool operator<(const WeightedKey& a, const WeightedKey& b) {
    return a.key != b.key ? a.key < b.key : a.weight < b.weight;
  }
};

Key key_of(Key slot) { return slot; }
Key key_of(const WeightedKey& slot) { return slot.key; }
double weight_of(Key) { return 1.0; }
double weight_of(const WeightedKey& slot) { return slot.weight; }
template <class Slot>
Slot make_slot(Key key, double weight) {
  if constexpr (std::is_same_v<Slot, Key>) {
    return key;
  } else {
    return {key, weight};
  }
}

void check_list(const EntryList& list, const RunContext& run) {
  if (list.nodes > kMaxNodes)
    throw InvalidArgument(fmt::format("{} nodes: at most {} are possible", list.nodes, kMaxNodes));
  if (!list.weights.empty() && list.weights.size() != list.entries.size()) {
    throw InvalidArgument(fmt::format("{} weights for {} entries", list.weights.size(), list.entries.size()));
  }
  parallel_for(run, list.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const NodeId largest = std::max(list.entries[i].source, list.entries[i].target);
      if (largest >= list.nodes) {
        throw InvalidArgument(fmt::format("entry {}: node id {} ≥ node count {}", i, largest, list.nodes));
      }
      if (!list.weights.empty() && !std::isfinite(list.weights[i])) {
        throw InvalidArgument(fmt::format("entry {}: weight {} is not finite", i, list.weights[i]));
      }
    }
  });
}

// Rows before repeats are merged: slots[offsets[u] … offsets[u+1]) belong to node u, sorted.
template <class Slot>
struct RawRows {
  std::vector<EntryIndex> offsets;
  std::vector<Slot> slots;
};

// Calls visit(node, key) for each row that entry e belongs to.
template <class Visit>
void for_each_end(Entry e, bool directed, Visit&& visit) {
  if (directed) {
    visit(e.source, out_key(e.target));
  } else if (e.source != e.target) {
    visit(e.source, out_key(e.target));
    visit(e.target, in_key(e.source));
  }
}

template <class Slot>
RawRows<Slot> raw_rows(const EntryList& list, bool directed, const RunContext& run) {
  RawRows<Slot> rows;
  rows.offsets.assign(std::size_t{list.nodes} + 1, 0);
  const auto count = [&](NodeId node, Key) {
    std::atomic_ref(rows.offsets[std::size_t{node} + 1]).fetch_add(1, std::memory_order_relaxed);
  };
  parallel_for(run, list.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) for_each_end(list.entries[i], directed, count);
  });
  for (std::size_t u = 0; u < list.nodes; ++u) rows.offsets[u + 1] += rows.offsets[u];

  rows.slots.resize(rows.offsets.back());
  std::vector<EntryIndex> next(rows.offsets.begin(), rows.offsets.end() - 1);
  parallel_for(run, list.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double weight = list.weights.empty() ? 1.0 : list.weights[i];
      for_each_end(list.entries[i], directed, [&](NodeId node, Key key) {
        const EntryIndex place = std::atomic_ref(next[node]).fetch_add(1, std::memory_order_relaxed);
        rows.slots[place] = make_slot<Slot>(key, weight);
      });
    }
  });
  parallel_for(run, list.nodes, kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      std::sort(rows.slots.begin() + static_cast<std::ptrdiff_t>(rows.offsets[u]),
                rows.slots.begin() + static_cast<std::ptrdiff_t>(rows.offsets[u + 1]));
    }
  });
  return rows;
}

// What became of one row's slots; pairs are counted at their lower end only, so that each is counted once.
struct MergeCounts {
  std::uint64_t repeats = 0;
  std::uint64_t joined = 0;
  MergeCounts& operator+=(const MergeCounts& o) {
    repeats += o.repeats;
    joined += o.joined;
    return *this;
  }
};

// Merges the sorted slots of one neighbour, [first, last): repeats add up, directions are joined by the maximum.
template <class Slot>
double merged_weight(const Slot* first, const Slot* last) {
  double sum[2] = {0.0, 0.0};
  bool seen[2] = {false, false};
  for (const Slot* slot = first; slot != last; ++slot) {
    const bool incoming = is_incoming(key_of(*slot));
    sum[incoming] += weight_of(*slot);
    seen[incoming] = true;
  }
  if (seen[0] && seen[1]) return std::max(sum[0], sum[1]);
  return seen[0] ? sum[0] : sum[1];
}

// Compacts the row of u in place: one slot per neighbour. Returns the new length.
template <class Slot>
std::size_t merge_row(NodeId u, Slot* begin, Slot* end, MergeCounts& counts) {
  Slot* out = begin;
  for (Slot* first = begin; first != end;) {
    const NodeId other = other_end(key_of(*first));
    Slot* last = first;
    std::uint64_t outgoing = 0;
    for (; last != end && other_end(key_of(*last)) == other; ++last) outgoing += is_incoming(key_of(*last)) ? 0 : 1;
    const std::uint64_t incoming = static_cast<std::uint64_t>(last - first) - outgoing;
    if (u < other) {
      counts.repeats += outgoing + incoming - (outgoing > 0 ? 1 : 0) - (incoming > 0 ? 1 : 0);
      counts.joined += (outgoing > 0 && incoming > 0) ? 1 : 0;
    }
    const double weight = merged_weight(first, last);
    *out++ = make_slot<Slot>(out_key(other), weight);
    first = last;
  }
  return static_cast<std::size_t>(out - begin);
}

template <class Slot>
Graph finished_graph(const RawRows<Slot>& rows, const std::vector<EntryIndex>& lengths, bool directed,
                     const RunContext& run) {
  std::vector<EntryIndex> offsets(lengths.size() + 1, 0);
  for (std::size_t u = 0; u < lengths.size(); ++u) offsets[u + 1] = offsets[u] + lengths[u];
  std::vector<NodeId> targets(offsets.back());
  std::vector<double> weights(std::is_same_v<Slot, Key> ? 0 : offsets.back());
  parallel_for(run, lengths.size(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = 0; i < lengths[u]; ++i) {
        const Slot& slot = rows.slots[rows.offsets[u] + i];
        targets[offsets[u] + i] = other_end(key_of(slot));
        if constexpr (!std::is_same_v<Slot, Key>) weights[offsets[u] + i] = slot.weight;
      }
    }
  });
  return {std::move(offsets), std::move(targets), std::move(weights), directed};
}

template <class Slot>
BuiltGraph build(const EntryList& list, bool directed, const RunContext& run) {
  RawRows<Slot> rows = raw_rows<Slot>(list, directed, run);
  std::vector<EntryIndex> lengths(list.nodes);
  BuiltGraph built;
  built.report.entries_read = list.entries.size();
  const auto merged = ordered_sum<MergeCounts>(run, list.nodes, kRowBlock, [&](std::size_t begin, std::size_t end) {
    MergeCounts counts;
    for (std::size_t u = begin; u < end; ++u) {
      Slot* row = rows.slots.data() + rows.offsets[u];
      const std::size_t length = rows.offsets[u + 1] - rows.offsets[u];
      lengths[u] = directed ? length : merge_row(static_cast<NodeId>(u), row, row + length, counts);
    }
    return counts;
  });
  built.graph = finished_graph(rows, lengths, directed, run);
  if (!directed) {
    built.report.repeats_merged = merged.repeats;
    built.report.directions_joined = merged.joined;
    built.report.self_loops_dropped = built.report.entries_read - merged.repeats - merged.joined - built.graph.edges();
  }
  return built;
}

}  // namespace

BuiltGraph build_graph(const EntryList& list, const BuildOptions& options, const RunContext& run) {
  check_list(list, run);
  const bool weighted = !list.weights.empty() && !options.binary;
  return weighted ? build<WeightedKey>(list, options.directed, run) : build<Key>(list, options.directed, run);
}

}  // namespace cgsd
