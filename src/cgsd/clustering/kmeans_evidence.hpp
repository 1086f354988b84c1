// How the K-means that made a partition ended, and how far each point belongs to its centre.
#pragma once

#include <cstdint>

#include "cgsd/clustering/centre_shares.hpp"
#include "cgsd/clustering/kmeans.hpp"

namespace cgsd {

struct KmeansEvidence {
  double inertia = 0.0;
  std::int32_t iterations = 0;  // of the start that won
  std::int32_t restart = 0;     // which one that was
  bool converged = false;
  CentreShares shares{};  // how far each point belongs to its centre
};

// `points` are those that were clustered.
template <class Points>
KmeansEvidence evidence_of(const Points& points, const KmeansResult& result, const RunContext& run) {
  return {result.inertia, result.iterations, result.restart, result.converged, centre_shares(points, result, run)};
}

}  // namespace cgsd
