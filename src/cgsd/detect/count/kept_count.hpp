// What is kept of a count (graph/kept_stages.hpp): all of it, so that a run that goes on tells the same evidence.
#pragma once

#include "cgsd/detect/count/community_count.hpp"
#include "cgsd/graph/kept_stages.hpp"

namespace cgsd {

inline void archive(RowArchive& to, CrossedModularity& halves) {
  to.same(halves.candidates);
  to.same(halves.fits);
  to.same(halves.behind);
  to.same(halves.errors);
  to.same(halves.best);
}

inline void archive(RowArchive& to, TopologyCount& topology) {
  to.same(topology.communities);
  to.same(topology.beyond_bulk);
  to.same(topology.disassortative);
  to.same(topology.strengths);
  to.same(topology.converged);
}

inline void archive(RowArchive& to, CommunityCount& count, const RunContext&) {
  to.same(count.communities);
  to.same(count.reason);
  to.same(count.least);
  to.same(count.most);
  to.same(count.chance);
  archive(to, count.halves);
  to.same(count.stability.communities);
  to.same(count.stability.candidates);
  to.same(count.stability.strengths);
  archive(to, count.topology);
  to.same(count.attributes);
  to.same(count.parts);
  to.same(count.eigenvalues);
  to.same(count.gaps);
  to.same(count.eigengap);
  to.same(count.all_criteria);
}

}  // namespace cgsd
