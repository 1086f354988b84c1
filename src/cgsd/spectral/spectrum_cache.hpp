// The topology spectrum of a graph, solved once for all who ask: the count of communities and the view of the encoder
// read the same one.
//
// Comes back: what topology_spectrum (regularised_adjacency.hpp) would give, to the bit. A spectrum is used again only
// if the search for the pairs now asked for would have gone the same way: the pairs beyond the bulk of a large graph.
// Keeps the last spectrum, and a view of its graph: the graph must outlive it. Not to be shared between threads.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

namespace cgsd {

class SpectrumCache {
 public:
  SpectrumCache() = default;
  // Of parts of a graph, as far as a comparison needs them; `whole` must outlive this.
  explicit SpectrumCache(const TopologySpectrum& whole) : whole_(&whole) {}

  const TopologySpectrum& of(GraphView graph, std::int32_t pairs, const RunContext& run);
  const TopologySpectrum& last() const { return spectrum_; }  // empty if there was none
  std::int32_t solved() const { return solved_; }             // how many spectra were computed

 private:
  bool serves(GraphView graph, std::int32_t pairs) const;

  GraphView graph_;
  std::int32_t pairs_ = 0;
  std::int32_t solved_ = 0;
  TopologySpectrum spectrum_;
  const TopologySpectrum* whole_ = nullptr;
};

}  // namespace cgsd
