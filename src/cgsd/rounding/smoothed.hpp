// Rounding of the default: K-means of the embedding smoothed over its k-NN graph.
//
//   k-NN graph with self-tuning weights → Y ← P^steps Y (smoothing.hpp) → rows scaled (row_scaling.hpp) → K-means
//   (clustering/sampled_kmeans.hpp)
//
// A community has n / c nodes on average, so a node has n / c − 1 neighbours at most: smoothed with more, it leaves its own. With fewer than two nodes to a community nothing is smoothed. `communities` = 0 (not known yet) limits neither.
// Comes back: the communities with all that led to them. More communities than distinct rows gives fewer communities.
// Promises: the same bits at any number of threads. Cost: neighbours, then O(entries · width) a step, and K-means.
#pragma once

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/rounding/neighbour_affinity.hpp"
#include "cgsd/rounding/row_scaling.hpp"

namespace cgsd {

struct SmoothedOptions {
  KnnOptions knn{.neighbours = 0};
  SelfTuningOptions affinity;
  std::int32_t smoothing_steps = 3;
  RowScaling row_scaling = RowScaling::half;
  KmeansOptions kmeans{.restarts = 50};
};

void describe(OptionVisitor& v, SmoothedOptions& o);

// How neighbours are found among so many nodes; `communities` as above.
KnnOptions knn_among(const SmoothedOptions& options, std::size_t nodes, std::int32_t communities);

struct SmoothedPoints {
  Affinity affinity;
  std::int32_t steps = 0;  // that were made
  Matrix<double> points;   // what K-means is given
};

SmoothedPoints smoothed_points(const Matrix<float>& embedding, std::int32_t communities, const SmoothedOptions& options,
                               const RunContext& run);

struct SmoothedRounding {
  SmoothedPoints smoothed;
  KmeansResult clustering;
};

// `opinion` decides between starts of K-means that are equally good.
SmoothedRounding round_smoothed(const Matrix<float>& embedding, std::int32_t communities,
                                const SmoothedOptions& options, const RunContext& run,
                                const SecondOpinion& opinion = {});

}  // namespace cgsd
