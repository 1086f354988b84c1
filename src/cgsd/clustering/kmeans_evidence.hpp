// How the K-means that made a partition ended, how far each point belongs to its centre, and the last step of methods that
// cluster rows.
#pragma once

#include <cstdint>
#include <utility>

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

// result.partition and result.kmeans ← K-means of `rows` into options.communities, as options.kmeans sets it.
template <class Result, class T, class Options>
void cluster_rows(Result& result, const Matrix<T>& rows, const Options& options, const RunContext& run) {
  KmeansOptions settings = options.kmeans;
  settings.clusters = options.communities;
  KmeansResult clustering = kmeans(rows, settings, run.stage("k-means"));
  result.kmeans = evidence_of(rows, clustering, run);
  result.partition = std::move(clustering.partition);
}

}  // namespace cgsd
