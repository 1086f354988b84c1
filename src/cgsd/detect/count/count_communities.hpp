// How many communities a graph has, if the number is not given.
//
//   diffusion, smoothed  the rule of community_count.hpp. Two random divisions of the data into halves; of many nodes a
//                        sample is compared. Nothing depends on the seed of the run, so the number does not either
//   any other pair       the eigengap alone, of the Laplacian of the k-NN graph that the rounding would use (kmeans:
//                        that of the spectral rounding). A trained encoder has `max_communities` columns, an upper
//                        bound
//
// Comes back: the number, why, the numbers nearly as good, and the evidence of every criterion that was computed.
// Promises: the same bits at any number of threads. Cost: five encodings, four of them of half the data, the spectra of
// seven graphs of this size (of two, with more than 20 000 nodes), and K-means of the sample for some 25 numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/count/community_count.hpp"
#include "cgsd/detect/detect_options.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/spectral/spectrum_cache.hpp"

namespace cgsd {

// What counting leaves to the encoder: the spectrum of the graph, and its encoding if that is of the same c and seed.
struct SharedWork {
  SpectrumCache spectra;
  std::optional<Diffusion> diffusion;
  std::int32_t communities = 0;  // c of the encoding; its seed is 0

  void keep(Diffusion made, std::int32_t c) {
    diffusion = std::move(made);
    communities = c;
  }
  bool serves(std::int32_t c, std::uint64_t seed) const { return diffusion && communities == c && seed == 0; }
};

CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, SharedWork& work,
                                 const RunContext& run);
CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run);

}  // namespace cgsd
