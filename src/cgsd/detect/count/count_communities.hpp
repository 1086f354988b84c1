// How many communities a graph has, if the number is not given.
//
//   diffusion, smoothed  the rule of community_count.hpp. Two random divisions of the data into halves; of many nodes a
//                        sample is compared. Nothing depends on the seed of the run, so the number does not either
//   any other pair       the eigengap alone, of the Laplacian of the k-NN graph that the rounding would use (kmeans:
//                        that of the spectral rounding). A trained encoder has `max_communities` columns, an upper
//                        bound
//
// Comes back: the number, why, the numbers nearly as good, and the evidence of every criterion that was computed.
// Promises: the same bits at any number of threads. Cost: five encodings, most of them of half the data, the spectra of
// seven graphs of this size, and K-means of the sample for some 25 numbers.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/detect/count/community_count.hpp"
#include "cgsd/detect/detect_options.hpp"

namespace cgsd {

// `spectra` keeps the spectrum of the graph for the encoder.
CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, SpectrumCache& spectra,
                                 const RunContext& run);
CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run);

}  // namespace cgsd
