#include "cgsd/detect/count/data_halves.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/attributes/resampling.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

// Which half an edge belongs to: the same for both of its entries.
std::vector<std::uint8_t> half_of_entries(GraphView graph, RandomStream random, const RunContext& run) {
  std::vector<std::uint8_t> half(graph.entries());
  const IdsAmongAll id(graph, run);
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        const auto [first, second] = std::minmax({id(u), id(graph.targets()[i])});
        half[i] = static_cast<std::uint8_t>(random.at(first).bits(second) & 1U);
      }
    }
  });
  return half;
}

Graph edges_of(GraphView graph, std::span<const std::uint8_t> half_of, std::uint8_t half, const RunContext& run) {
  std::vector<EntryIndex> offsets(std::size_t{graph.nodes()} + 1, 0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const auto row = half_of.subspan(graph.row_begin(u), graph.row_end(u) - graph.row_begin(u));
    offsets[u + 1] = offsets[u] + static_cast<EntryIndex>(std::ranges::count(row, half));
  }
  auto targets = large_vector<NodeId>(offsets.back());
  auto weights = large_vector<double>(graph.weighted() ? offsets.back() : 0);
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    EntryIndex to = offsets[begin];
    for (EntryIndex i = graph.offsets()[begin]; i < graph.offsets()[end]; ++i) {
      if (half_of[i] != half) continue;
      if (graph.weighted()) weights[to] = graph.weights()[i];
      targets[to++] = graph.targets()[i];
    }
  });
  return {std::move(offsets), std::move(targets), std::move(weights), graph.directed()};
}

}  // namespace

std::array<AttributedGraph, 2> data_halves(const AttributedGraphView& input, RandomStream random,
                                           const RunContext& run) {
  const std::vector<std::uint8_t> half_of = half_of_entries(input.graph, random.named("edges"), run);
  std::vector<std::size_t> order(input.attributes.cols());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomSequence shuffled(random.named("columns"));
  shuffle(std::span(order), shuffled);
  const std::size_t middle = order.size() / 2;
  std::ranges::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(middle));
  std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(middle), order.end());
  const std::span<const std::size_t> columns(order);
  return {
      AttributedGraph{edges_of(input.graph, half_of, 0, run), columns_of(input.attributes, columns.first(middle))},
      AttributedGraph{edges_of(input.graph, half_of, 1, run), columns_of(input.attributes, columns.subspan(middle))}};
}

}  // namespace cgsd
