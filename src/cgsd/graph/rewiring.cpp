#include "cgsd/graph/rewiring.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/error.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr EntryIndex kOneAfterAnother = 1'000'000;  // entries up to which edges are swapped, one after another
constexpr std::size_t kEdgeBlock = std::size_t{1} << 16;
constexpr std::size_t kPiles = 256;
constexpr int kSweeps = 3;
constexpr std::uint64_t kFewMeet = 1000;  // at most one edge in as many
constexpr std::size_t kSwapsBetweenStops = std::size_t{1} << 16;

// Every edge once, from its lower to its higher end. Several processes: those whose lower end is here, by their numbers
// among all, so that the edges of all, process after process, are those of one.
EntryList edge_list(GraphView graph, const RunContext& run) {
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  const IdsAmongAll id(graph, run);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const Entry entry{id(u), id(graph.targets()[i])};
      if (entry.source > entry.target) continue;
      list.entries.push_back(entry);
      if (graph.weighted()) list.weights.push_back(graph.weights()[i]);
    }
  }
  return list;
}

// The second ends of many edges: every one goes to a pile drawn for it, and each pile, which fits into the cache, is
// shuffled. All orders are equally likely, as if the whole had been shuffled (Rao 1961, Sandelius 1962).
void shuffle_targets_by_piles(std::vector<Entry>& entries, RandomStream stream, const RunContext& run) {
  const std::size_t blocks = (entries.size() + kEdgeBlock - 1) / kEdgeBlock;
  std::vector<std::uint8_t> pile(entries.size());
  Matrix<std::size_t> place(blocks, kPiles);  // first how many, then where the next goes
  parallel_for(run, entries.size(), kEdgeBlock, [&](std::size_t begin, std::size_t end) {
    RandomSequence random(stream.named("piles").at(begin));
    const auto counts = place.row(begin / kEdgeBlock);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t bits = random();
      if ((bits >> 63) != 0) std::swap(entries[i].source, entries[i].target);
      pile[i] = static_cast<std::uint8_t>(bits % kPiles);
      ++counts[pile[i]];
    }
  });
  std::vector<std::size_t> first;
  std::size_t total = 0;
  for (std::size_t p = 0; p < kPiles; ++p) {
    first.push_back(total);
    for (std::size_t block = 0; block < blocks; ++block) total += std::exchange(place(block, p), total);
  }
  first.push_back(total);
  std::vector<NodeId> targets(entries.size());
  parallel_for(run, entries.size(), kEdgeBlock, [&](std::size_t begin, std::size_t end) {
    const auto next = place.row(begin / kEdgeBlock);
    for (std::size_t i = begin; i < end; ++i) targets[next[pile[i]]++] = entries[i].target;
  });
  parallel_for(run, kPiles, 1, [&](std::size_t p, std::size_t) {
    RandomSequence random(stream.named("within piles").at(p));
    shuffle(std::span(targets).subspan(first[p], first[p + 1] - first[p]), random);
    for (std::size_t i = first[p]; i < first[p + 1]; ++i) entries[i].target = targets[i];
  });
}

// The edges of all processes, in the order of one.
class SharedEdges {
 public:
  SharedEdges(EntryList own, const RunContext& run)
      : list_(std::move(own)), run_(run), count_(static_cast<std::size_t>(processes_of(run).count())) {
    const std::uint64_t edges = list_.entries.size();
    for (const std::uint64_t n : gathered(run, std::span<const std::uint64_t>(&edges, 1)))
      begins_.push_back(begins_.back() + n);
  }

  // As shuffle_targets_by_piles(): the same numbers are drawn, so that the edges become the same. A process has some piles.
  void shuffle_targets(RandomStream stream) {
    const std::vector<std::uint8_t> pile = drawn_piles(stream.named("piles"));
    std::vector<std::uint64_t> sizes(kPiles, 0);
    for (const std::uint8_t p : pile) ++sizes[p];
    std::vector<std::vector<NodeId>> by_pile(kPiles);
    for (std::size_t i = 0; i < pile.size(); ++i) by_pile[pile[i]].push_back(list_.entries[i].target);
    std::vector<std::vector<NodeId>> parts(count_);
    for (std::size_t p = 0; p < kPiles; ++p) {
      auto& part = parts[process_of(p)];
      part.insert(part.end(), by_pile[p].begin(), by_pile[p].end());
    }
    by_pile = {};
    const std::vector<NodeId> shuffled = shuffled_piles(exchanged(run_, std::move(parts)),
                                                        gathered(run_, std::span<const std::uint64_t>(sizes)), stream);
    take_back(shuffled);
  }

  std::uint64_t count() const { return begins_.back(); }

  // Each process gets the rows of its own nodes. Weights of edges that meet are added, loops are left out.
  Graph graph(bool weighted = true) const {
    std::vector<End> ends = own_ends();
    std::ranges::stable_sort(ends, {}, [](const End& end) { return std::pair(end.own, end.other); });
    const auto& blocks = processes_of(run_).blocks();
    const auto rank = static_cast<std::size_t>(processes_of(run_).rank());
    std::vector<EntryIndex> offsets = {0};
    std::vector<NodeId> targets;
    std::vector<double> weights;
    std::size_t next = 0;
    for (std::uint64_t u = blocks[rank]; u < blocks[rank + 1]; ++u, offsets.push_back(targets.size())) {
      for (; next < ends.size() && ends[next].own == u; ++next) {
        if (targets.size() > offsets.back() && targets.back() == ends[next].other) {
          weights.back() += ends[next].weight;
          continue;
        }
        targets.push_back(ends[next].other);
        weights.push_back(ends[next].weight);
      }
    }
    if (!weighted) weights = {};
    return processes_of(run_).share(std::move(offsets), std::move(targets), std::move(weights));
  }

 private:
  struct End {
    NodeId own;
    NodeId other;
    double weight;
  };

  std::size_t rank() const { return static_cast<std::size_t>(processes_of(run_).rank()); }
  std::size_t process_of(std::size_t pile) const { return pile * count_ / kPiles; }

  std::vector<std::uint8_t> drawn_piles(RandomStream stream) {
    std::vector<std::uint8_t> pile;
    const std::uint64_t first = begins_[rank()];
    for (std::uint64_t block = first / kEdgeBlock * kEdgeBlock; block < begins_[rank() + 1]; block += kEdgeBlock) {
      RandomSequence random(stream.at(block));
      for (std::uint64_t i = block; i < std::min(block + kEdgeBlock, begins_[rank() + 1]); ++i) {
        const std::uint64_t bits = random();
        if (i < first) continue;
        Entry& entry = list_.entries[i - first];
        if ((bits >> 63) != 0) std::swap(entry.source, entry.target);
        pile.push_back(static_cast<std::uint8_t>(bits % kPiles));
      }
    }
    return pile;
  }

  // The own piles, one after another; `sizes` has 256 numbers of every process.
  std::vector<NodeId> shuffled_piles(const std::vector<std::vector<NodeId>>& received,
                                     const std::vector<std::uint64_t>& sizes, RandomStream stream) const {
    std::vector<std::size_t> read(count_, 0);
    std::vector<NodeId> all;
    for (std::size_t p = 0; p < kPiles; ++p) {
      if (process_of(p) != rank()) continue;
      const std::size_t begin = all.size();
      for (std::size_t r = 0; r < count_; ++r) {
        const auto part = std::span(received[r]).subspan(read[r], sizes[r * kPiles + p]);
        all.insert(all.end(), part.begin(), part.end());
        read[r] += part.size();
      }
      RandomSequence random(stream.named("within piles").at(p));
      shuffle(std::span(all).subspan(begin), random);
    }
    return all;
  }

  // Place i of the piles of all is the target of edge i.
  void take_back(const std::vector<NodeId>& shuffled) {
    const std::uint64_t size = shuffled.size();
    const std::vector<std::uint64_t> of_all = gathered(run_, std::span<const std::uint64_t>(&size, 1));
    const std::uint64_t first =
        std::accumulate(of_all.begin(), of_all.begin() + static_cast<std::ptrdiff_t>(rank()), std::uint64_t{0});
    std::vector<std::vector<NodeId>> parts;
    for (std::size_t r = 0; r < count_; ++r) {
      const std::uint64_t begin = std::clamp(begins_[r], first, first + size) - first;
      const std::uint64_t end = std::clamp(begins_[r + 1], first, first + size) - first;
      parts.emplace_back(shuffled.begin() + static_cast<std::ptrdiff_t>(begin),
                         shuffled.begin() + static_cast<std::ptrdiff_t>(end));
    }
    auto next = list_.entries.begin();
    for (const std::vector<NodeId>& from : exchanged(run_, std::move(parts)))
      for (const NodeId target : from) (next++)->target = target;
  }

  std::vector<End> own_ends() const {
    const Processes& processes = processes_of(run_);
    std::vector<std::vector<End>> parts(count_);
    for (std::size_t i = 0; i < list_.entries.size(); ++i) {
      const auto [u, v] = list_.entries[i];
      if (u == v) continue;
      const double weight = list_.weights.empty() ? 1.0 : list_.weights[i];
      parts[static_cast<std::size_t>(processes.owner_of(u))].push_back({u, v, weight});
      parts[static_cast<std::size_t>(processes.owner_of(v))].push_back({v, u, weight});
    }
    std::vector<End> ends;
    for (const std::vector<End>& from : exchanged(run_, std::move(parts)))
      ends.insert(ends.end(), from.begin(), from.end());
    return ends;
  }

  EntryList list_;
  const RunContext& run_;
  std::size_t count_;
  std::vector<std::uint64_t> begins_ = {0};  // of the edges of every process
};

std::uint64_t edge_key(Entry e) {
  return (std::uint64_t{std::min(e.source, e.target)} << 32) | std::max(e.source, e.target);
}

// A set of edges: linear probing in a table that is at most half full. What follows a gap is moved up, so that no
// tombstones pile up.
class EdgeSet {
 public:
  explicit EdgeSet(const std::vector<Entry>& edges) : slots_(std::bit_ceil(2 * edges.size() + 2), kFree) {
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Entry& e : edges) insert(edge_key(e));
  }
  bool contains(std::uint64_t key) const { return slots_[slot_of(key)] == key; }
  void insert(std::uint64_t key) { slots_[slot_of(key)] = key; }
  void erase(std::uint64_t key) {
    std::size_t gap = slot_of(key);
    for (std::size_t i = next(gap); slots_[i] != kFree; i = next(i)) {
      const std::size_t way = (i - home_of(slots_[i])) & (slots_.size() - 1);
      if (way < ((i - gap) & (slots_.size() - 1))) continue;  // its home lies behind the gap
      slots_[gap] = slots_[i];
      gap = i;
    }
    slots_[gap] = kFree;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  std::size_t home_of(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15U) >> shift_; }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  // Where the key is, or would go.
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = home_of(key);
    while (slots_[slot] != kFree && slots_[slot] != key) slot = next(slot);
    return slot;
  }

  std::vector<std::uint64_t> slots_;
  int shift_ = 0;
};

// {a, b}, {x, y} → {a, x}, {b, y} if that is allowed.
void swap_ends(Entry& first, Entry& second, EdgeSet& present) {
  const Entry one{first.source, second.source};
  const Entry other{first.target, second.target};
  if (one.source == one.target || other.source == other.target) return;
  if (edge_key(one) == edge_key(other) || present.contains(edge_key(one)) || present.contains(edge_key(other))) return;
  present.erase(edge_key(first));
  present.erase(edge_key(second));
  present.insert(edge_key(one));
  present.insert(edge_key(other));
  first = one;
  second = other;
}

// So few that they make no difference to eigenvalues.
bool few_met(const BuildReport& report) {
  const std::uint64_t lost = report.self_loops_dropped + report.repeats_merged + report.directions_joined;
  return lost * kFewMeet <= report.entries_read;
}

// So few edges that every process can swap them all: what one would make of them, of which each takes its own rows.
Graph swapped_by_each(GraphView graph, const EntryList& own, RandomStream stream, const RunContext& run) {
  EntryList all{.nodes = static_cast<NodeId>(rows_of_all(run, graph.nodes())),
                .entries = gathered(run, std::span<const Entry>(own.entries)),
                .weights = gathered(run, std::span<const double>(own.weights))};
  const RunContext here = alone(run);
  swap_edges(all.entries, kSweeps, stream, here);
  const Graph whole = build_graph(all, {}, here).graph;
  const auto first = whole.offsets().begin() + static_cast<std::ptrdiff_t>(first_row(run));
  std::vector<EntryIndex> offsets(first, first + static_cast<std::ptrdiff_t>(graph.nodes()) + 1);
  const EntryIndex begin = offsets.front();
  const EntryIndex count = offsets.back() - begin;
  for (EntryIndex& offset : offsets) offset -= begin;
  const auto targets = whole.targets().subspan(begin, count);
  const auto weights = whole.weighted() ? whole.weights().subspan(begin, count) : std::span<const double>();
  return processes_of(run).share(std::move(offsets), {targets.begin(), targets.end()},
                                 {weights.begin(), weights.end()});
}

Graph rewired_together(GraphView graph, RandomStream stream, const RunContext& run) {
  EntryList list = edge_list(graph, run);
  if (entries_of_all(graph, run) <= kOneAfterAnother) return swapped_by_each(graph, list, stream, run);
  SharedEdges edges(std::move(list), run);
  edges.shuffle_targets(stream);
  Graph made = edges.graph(graph.weighted());
  const std::uint64_t lost = edges.count() - entries_of_all(made, run) / 2;
  if (lost * kFewMeet <= edges.count()) return made;
  throw InvalidArgument(
      "-k auto: hubs of this graph are joined so often that several processes make no random graph like it; "
      "give the number of communities, -k 5, or count them with cgsd detect");
}

}  // namespace

void swap_edges(std::vector<Entry>& edges, int sweeps, RandomStream stream, const RunContext& run) {
  EdgeSet present(edges);
  RandomSequence random(stream.named("swaps"));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i % kSwapsBetweenStops == 0) run.check_stop();
      const std::uint64_t drawn = random.below(2 * edges.size());
      Entry& partner = edges[drawn / 2];
      if (drawn % 2 == 1) std::swap(partner.source, partner.target);
      swap_ends(edges[i], partner, present);
    }
  }
}

Graph joined_at_random(GraphView graph, RandomStream stream, const RunContext& run) {
  EntryList list = edge_list(graph, run);
  if (several(run)) {
    SharedEdges edges(std::move(list), run);
    edges.shuffle_targets(stream);
    return edges.graph();
  }
  shuffle_targets_by_piles(list.entries, stream, run);
  for (Entry& e : list.entries) e = {std::min(e.source, e.target), std::max(e.source, e.target)};
  if (!graph.weighted()) list.weights.assign(list.entries.size(), 1.0);
  return build_graph(list, {}, run).graph;
}

Graph rewired(GraphView graph, RandomStream stream, const RunContext& run) {
  if (several(run)) return rewired_together(graph, stream, run);
  EntryList list = edge_list(graph, run);
  if (graph.entries() > kOneAfterAnother) {
    shuffle_targets_by_piles(list.entries, stream, run);
    BuiltGraph built = build_graph(list, {}, run);
    if (few_met(built.report)) return std::move(built.graph);
    list = edge_list(graph, run);
  }
  swap_edges(list.entries, kSweeps, stream, run);
  return build_graph(list, {}, run).graph;
}

}  // namespace cgsd
