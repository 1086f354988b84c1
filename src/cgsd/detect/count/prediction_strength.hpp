// How well a clustering of one half of the points predicts that of the other half, for several numbers of clusters.
//
//   strength(c) = mean over splits and both directions of  min_k
//                 #{pairs of cluster k of B that the centres of A keep together} / #{pairs of cluster k},
//   A and B random halves, each divided into c clusters by K-means
//
// Near 1 for as many clusters as the points fall into; with more of them a group is torn in two at random, with fewer
// different groups are thrown together in either half, and the worst cluster shows it (Tibshirani & Walther 2005,
// eq. 2.1). A cluster of fewer than two points, or of a tenth of the mean size, is a stray and counts 0.
// Deviation: of many points a sample of `sample` is split, so that the cost does not grow with n.
// Promises: the same bits at any number of threads. Cost: O(candidates · splits) K-means of half the points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

struct StrengthOptions {
  std::int32_t splits = 2;
  std::int32_t sample = 2000;
  std::int32_t restarts = 3;
};

// One number per candidate, in [0, 1]; 0 if a half has fewer points than there are clusters to be.
std::vector<double> prediction_strength(const Matrix<double>& points, std::span<const std::int32_t> candidates,
                                        const StrengthOptions& options, const RunContext& run);

}  // namespace cgsd
