#include "cgsd/graph/rewiring.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/matrix.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/builder.hpp"

namespace cgsd {
namespace {

constexpr EntryIndex kOneAfterAnother = 1'000'000;  // entries up to which edges are shuffled in one sequence
constexpr NodeId kManyNodes = 20'000;
constexpr std::size_t kEdgeBlock = std::size_t{1} << 16;
constexpr std::size_t kPiles = 256;

// Every edge once, from its lower to its higher end.
EntryList edge_list(GraphView graph) {
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (u > graph.targets()[i]) continue;
      list.entries.push_back({u, graph.targets()[i]});
      if (graph.weighted()) list.weights.push_back(graph.weights()[i]);
    }
  }
  return list;
}

void shuffle_targets(std::vector<Entry>& entries, RandomStream stream) {
  RandomSequence random(stream);
  for (Entry& e : entries)
    if (random.uniform() >= 0.5) std::swap(e.source, e.target);
  for (std::size_t i = entries.size(); i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
    std::swap(entries[i - 1].target, entries[std::min(other, i - 1)].target);
  }
}

// The same for many edges: every target goes to a pile drawn for it, and each pile, which fits into the cache, is
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

}  // namespace

Graph rewired(GraphView graph, RandomStream stream, const RunContext& run) {
  EntryList list = edge_list(graph);
  if (graph.entries() <= kOneAfterAnother) {
    shuffle_targets(list.entries, stream);
  } else {
    shuffle_targets_by_piles(list.entries, stream, run);
  }
  const bool few_meet = graph.entries() > kOneAfterAnother && graph.nodes() > kManyNodes;
  if (!graph.weighted() && !few_meet) list.weights.assign(list.entries.size(), 1.0);
  for (Entry& e : list.entries) e = {std::min(e.source, e.target), std::max(e.source, e.target)};
  return build_graph(list, {}, run).graph;
}

}  // namespace cgsd
