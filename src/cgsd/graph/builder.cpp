#include "cgsd/graph/builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/parallel_vector.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kEntryBlock = std::size_t{1} << 18;
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

// Rows of merged slots, not yet side by side: row u is slots[begin[u] … begin[u] + length[u]).
template <class Slot>
struct Rows {
  std::vector<EntryIndex> begin;
  std::vector<EntryIndex> length;
  std::vector<Slot> slots;
};

// An entry seen from one of its ends, with the node whose row it goes to.
template <class Slot>
struct End {
  NodeId node;
  Slot slot;
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

// Ends grouped by bucket, a bucket being a range of 2^shift nodes; within a bucket in the order of the entries. So few
// buckets that each has a cache line of its own to be written to, so many that the rows of one fit into the cache.
template <class Slot>
struct Buckets {
  int shift = 0;
  std::vector<std::size_t> first;  // bucket b holds ends[first[b] … first[b + 1])
  std::vector<End<Slot>> ends;
  std::size_t count() const { return first.size() - 1; }
};

template <class Slot>
Buckets<Slot> bucket_ends(const EntryList& list, bool directed, const RunContext& run) {
  constexpr int kBucketBits = 10;
  Buckets<Slot> buckets;
  buckets.shift = std::max(0, static_cast<int>(std::bit_width(std::max(list.nodes, 1u) - 1u)) - kBucketBits);
  const std::size_t count = (std::size_t{list.nodes} >> buckets.shift) + 1;
  const std::size_t blocks = (list.entries.size() + kEntryBlock - 1) / kEntryBlock;
  // place(block, bucket): first how many ends the block has for the bucket, then where the first of them goes.
  Matrix<std::size_t> place(blocks, count);
  parallel_for(run, list.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
    const auto counts = place.row(begin / kEntryBlock);
    for (std::size_t i = begin; i < end; ++i) {
      for_each_end(list.entries[i], directed, [&](NodeId node, Key) { ++counts[node >> buckets.shift]; });
    }
  });
  std::size_t total = 0;
  for (std::size_t bucket = 0; bucket < count; ++bucket) {
    buckets.first.push_back(total);
    for (std::size_t block = 0; block < blocks; ++block) total += std::exchange(place(block, bucket), total);
  }
  buckets.first.push_back(total);
  buckets.ends = large_vector<End<Slot>>(total, run);
  parallel_for(run, list.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
    const auto next = place.row(begin / kEntryBlock);
    for (std::size_t i = begin; i < end; ++i) {
      const double weight = list.weights.empty() ? 1.0 : list.weights[i];
      for_each_end(list.entries[i], directed, [&](NodeId node, Key key) {
        buckets.ends[next[node >> buckets.shift]++] = {node, make_slot<Slot>(key, weight)};
      });
    }
  });
  return buckets;
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

// Lays the ends of one bucket out as rows, sorts and merges each.
template <class Slot>
MergeCounts fill_rows(const Buckets<Slot>& buckets, std::size_t bucket, bool directed, Rows<Slot>& rows) {
  const std::size_t first_node = bucket << buckets.shift;
  const std::size_t last_node = std::min(rows.length.size(), (bucket + 1) << buckets.shift);
  const std::span ends(buckets.ends.data() + buckets.first[bucket], buckets.first[bucket + 1] - buckets.first[bucket]);
  for (const End<Slot>& end : ends) ++rows.length[end.node];
  EntryIndex next = buckets.first[bucket];
  for (std::size_t u = first_node; u < last_node; ++u) {
    rows.begin[u] = next;
    next += std::exchange(rows.length[u], 0);
  }
  for (const End<Slot>& end : ends) rows.slots[rows.begin[end.node] + rows.length[end.node]++] = end.slot;
  MergeCounts counts;
  for (std::size_t u = first_node; u < last_node; ++u) {
    Slot* const row = rows.slots.data() + rows.begin[u];
    std::sort(row, row + rows.length[u]);
    if (!directed) rows.length[u] = merge_row(static_cast<NodeId>(u), row, row + rows.length[u], counts);
  }
  return counts;
}

template <class Slot>
Graph finished_graph(const Rows<Slot>& rows, bool directed, const RunContext& run) {
  std::vector<EntryIndex> offsets(rows.length.size() + 1, 0);
  for (std::size_t u = 0; u < rows.length.size(); ++u) offsets[u + 1] = offsets[u] + rows.length[u];
  auto targets = large_vector<NodeId>(offsets.back(), run);
  auto weights = large_vector<double>(std::is_same_v<Slot, Key> ? 0 : offsets.back(), run);
  parallel_for(run, rows.length.size(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = 0; i < rows.length[u]; ++i) {
        const Slot& slot = rows.slots[rows.begin[u] + i];
        targets[offsets[u] + i] = other_end(key_of(slot));
        if constexpr (!std::is_same_v<Slot, Key>) weights[offsets[u] + i] = slot.weight;
      }
    }
  });
  return {std::move(offsets), std::move(targets), std::move(weights), directed};
}

template <class Slot>
BuiltGraph build(const EntryList& list, bool directed, const RunContext& run) {
  const Buckets<Slot> buckets = bucket_ends<Slot>(list, directed, run);
  Rows<Slot> rows{std::vector<EntryIndex>(list.nodes), std::vector<EntryIndex>(list.nodes),
                  large_vector<Slot>(buckets.ends.size(), run)};
  const auto merged = ordered_sum<MergeCounts>(run, buckets.count(), 1, [&](std::size_t bucket, std::size_t) {
    return fill_rows(buckets, bucket, directed, rows);
  });
  BuiltGraph built{finished_graph(rows, directed, run), {}};
  built.report.entries_read = list.entries.size();
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
