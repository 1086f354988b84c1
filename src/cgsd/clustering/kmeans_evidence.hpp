// How the K-means that made a partition ended.
#pragma once

#include <cstdint>

#include "cgsd/clustering/kmeans.hpp"

namespace cgsd {

struct KmeansEvidence {
  double inertia = 0.0;
  std::int32_t iterations = 0;  // of the start that won
  std::int32_t restart = 0;     // which one that was
  bool converged = false;
};

inline KmeansEvidence evidence_of(const KmeansResult& result) {
  return {result.inertia, result.iterations, result.restart, result.converged};
}

}  // namespace cgsd
