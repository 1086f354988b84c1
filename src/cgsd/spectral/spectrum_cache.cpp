#include "cgsd/spectral/spectrum_cache.hpp"

namespace cgsd {

bool SpectrumCache::serves(GraphView graph, std::int32_t pairs) const {
  const bool same_graph = solved_ > 0 && graph.targets().data() == graph_.targets().data() &&
                          graph.offsets().data() == graph_.offsets().data() &&
                          graph.weights().data() == graph_.weights().data();
  if (!same_graph || pairs == pairs_) return same_graph;
  return spectrum_.same_from > 0 && pairs >= spectrum_.same_from && pairs <= pairs_;
}

const TopologySpectrum& SpectrumCache::of(GraphView graph, std::int32_t pairs, const RunContext& run) {
  if (!serves(graph, pairs)) {
    spectrum_ = whole_ != nullptr ? topology_spectrum_of_part(graph, pairs, *whole_, run)
                                  : topology_spectrum(graph, pairs, run);
    graph_ = graph;
    pairs_ = pairs;
    ++solved_;
  }
  return spectrum_;
}

}  // namespace cgsd
