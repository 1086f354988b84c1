// K-means of many points at the price of few: centres are sought in samples, and the best of each goes on with all points.
//
// Up to `kSampledPoints` points it is kmeans() itself. Beyond, `kSamples` random samples of that many points share the
// restarts between them; kmeans_from() continues with the best centres of each on all points, and the lowest inertia wins (or
// the second opinion, as in kmeans()).
// Which optimum K-means ends in depends on how its centres are spread over the groups, which a sample shows; their exact
// places do not, and those are found by the last step.
//
// Comes back: as of kmeans(); `starts` are those of all samples, `near_best` those of the samples whose centres ended within
// 1 % of the best. Promises: the same bits at any number of threads. Cost: restarts of a sample, kSamples of all points.
#pragma once

#include "cgsd/clustering/kmeans.hpp"

namespace cgsd {

inline constexpr std::size_t kSampledPoints = 20'000;
inline constexpr std::int32_t kSamples = 5;

KmeansResult sampled_kmeans(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                            const SecondOpinion& opinion = {});

}  // namespace cgsd
