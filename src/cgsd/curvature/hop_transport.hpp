// Exact optimal transport between few nodes whose distances are 1, 2 or 3 hops.
//
// Comes back: the least Σ amount · distance over all ways to carry every supply to the demands. Amounts are
// integers, so nothing is rounded.
// How: primal–dual. Cheapest augmenting paths cost 1, then 2, then 3 and never more, since every sink is at most
// 3 hops from every source; so one maximum flow over pairs at distance 1, one over the pairs that are tight after
// it, and the rest costs 3 per unit, whatever its way. A maximum flow takes a few rounds of layers and blocking
// flows (Dinic); rows of distances are bit sets, so building the layers reads |S| |T| / 64 words.
// Promises: a pure function of the problem. Needs equal totals below 2^62.
// Cost: 3 |S| |T| / 8 bytes; rounds grow with the length of detours, which is a handful in practice.
// Source: Ford and Fulkerson, "A primal-dual algorithm for the capacitated Hitchcock problem", 1957; Dinic, 1970.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cgsd {

class HopTransport {
 public:
  // Begins a new problem in the memory of the last one; every distance is 3 until set.
  void begin(std::span<const std::uint64_t> supply, std::span<const std::uint64_t> demand);

  // Bit t % 64 of word t / 64 in row `source`: sink t is 1 hop (exactly 2 hops) away. No pair may be in both.
  std::span<std::uint64_t> one_hop(std::size_t source) { return {one_.data() + source * words_, words_}; }
  std::span<std::uint64_t> two_hops(std::size_t source) { return {two_.data() + source * words_, words_}; }

  // Once per problem.
  std::uint64_t least_cost();

 private:
  using Index = std::uint32_t;
  struct Shipment {
    Index source;
    std::uint64_t amount;
  };
  struct Step {
    Index source;
    Index sink;
  };

  std::uint64_t ship_all();
  bool build_layers();
  bool expand(Index source, Index depth);
  bool find_path(Index root);
  Index next_sink(Index source);
  Index next_source_back(Index sink);
  std::uint64_t augment();
  void ship(Step step, std::uint64_t amount);
  void call_back(Index sink, std::uint64_t amount);
  std::uint64_t& layer_word(std::size_t depth, std::size_t word) { return layers_[depth * words_ + word]; }
  void remove_from_layer(std::size_t depth, Index sink) { layer_word(depth, sink / 64) &= ~(1ull << (sink % 64)); }

  std::size_t words_ = 0;              // per row of bits
  std::vector<std::uint64_t> supply_;  // what is still to be sent
  std::vector<std::uint64_t> demand_;
  std::vector<std::uint64_t> one_;
  std::vector<std::uint64_t> two_;
  std::vector<std::uint64_t> allowed_;            // the pairs that flow may use in this phase
  std::vector<std::vector<Shipment>> shipments_;  // by sink; amounts above 0

  // Layers: sources of depth 0 have supply; sinks of depth k are one allowed pair from a source of depth k; sources of
  // depth k + 1 ship to a sink of depth k. The last layer has the nearest sinks with demand.
  std::vector<Index> depth_of_source_;
  std::vector<std::uint64_t> layers_;  // sinks by depth, without those found to lead nowhere
  std::vector<std::uint64_t> unseen_;  // sinks in no layer
  std::vector<Index> frontier_;
  std::vector<Index> next_frontier_;
  Index last_depth_ = 0;

  std::vector<Step> path_;            // from a source with supply, along pairs and back along shipments
  std::vector<Index> word_;           // by source: the words before it hold no more sinks
  std::vector<std::size_t> current_;  // by sink: the shipments before it lead nowhere
};

}  // namespace cgsd
