// The k-NN graph of an embedding with its weights, as the roundings use it.
//
//   self_tuned_neighbours  weights by distance in units of the local density (spectral/self_tuning.hpp); if `gate` =
//                          rank, times the rank of an edge among all by the k-NN graph's own Forman curvature, which
//                          damps hubs
//   curved_neighbours      weights by the curvature of an edge of the original graph (spectral/affinity.hpp)
//
// Promises: those of neighbours/knn_graph.hpp and of the two weights. Cost: that of the neighbours, mostly.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/spectral/affinity.hpp"
#include "cgsd/spectral/self_tuning.hpp"

namespace cgsd {

Affinity self_tuned_neighbours(const Matrix<float>& embedding, const KnnOptions& knn, const SelfTuningOptions& options,
                               const RunContext& run);

Affinity curved_neighbours(const Matrix<float>& embedding, const CurvedGraph& original, const KnnOptions& knn,
                           const CurvatureAffinityOptions& options, const RunContext& run);

}  // namespace cgsd
