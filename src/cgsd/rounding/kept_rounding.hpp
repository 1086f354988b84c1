// What is kept of the neighbours' graph and of the communities (graph/kept_stages.hpp).
#pragma once

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/graph/kept_stages.hpp"
#include "cgsd/spectral/affinity.hpp"

namespace cgsd {

inline void archive(RowArchive& to, Affinity& affinity, const RunContext& run) {
  to.graph(affinity.graph, affinity.log_weight, run);
  to.same(affinity.neighbours);
  to.rows(affinity.local_scale);
  to.rows(affinity.reach);
}

inline void archive(RowArchive& to, KmeansResult& found, const RunContext&) {
  to.rows(found.partition.community_of);
  to.same(found.partition.communities);
  to.same(found.centres);
  to.same(found.inertia);
  to.same(found.iterations);
  to.same(found.restart);
  to.same(found.converged);
  to.same(found.starts);
  to.same(found.near_best);
}

}  // namespace cgsd
