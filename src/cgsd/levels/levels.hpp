// Nested communities, coarse to fine: the communities of a run, groups of them, and parts of them.
//
//   coarser  unions of the run's communities, if these form groups (coarser.hpp)
//   finer    a community is divided, and its parts again, as long as something stands out of chance inside, or while it
//            is above max_size (split.hpp)
//
// Comes back: a tree. Every node of the graph belongs to one leaf and so to one path. A community stands from its
// `level` on, down to that of its children; one that is not divided stands to the end. Level 0 is the coarsest, and
// `found_level` that of the run. No community is below min_size and no leaf above max_size, except those whose
// `end` tells why not. A community of the run below min_size joins its nearest first (`joined` counts them).
// In the list the run's communities come first, then the coarser from the coarsest on, then the finer. Ids: those of the
// run are its own numbers, the others follow; continuity.hpp keeps those of a former run.
//
// Works for every method: what the method does not read (edges, weights, attributes) is not read here either. Methods
// that read edges alone are divided by Leiden, all others by the default. Promises: the same bits at any number of
// threads. Cost: O((n + m) log n) by edges; up to two detections of the graph a level else.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/levels/coarser.hpp"
#include "cgsd/levels/continuity.hpp"
#include "cgsd/levels/split.hpp"

namespace cgsd {

struct LevelOptions {
  std::int64_t max_size = 0;
  std::int64_t min_size = 1;
};

inline void describe(OptionVisitor& v, LevelOptions& o) {
  v.number("max_size", o.max_size, {0, kMaxNodes}, "divide communities until none has more nodes; 0: as they are");
  v.number("min_size", o.min_size, {1, kMaxNodes}, "communities with fewer nodes join their nearest");
}

struct NestedCommunity {
  std::int32_t id = 0;                   // for people and files; the same over levels and, with a former run, over time
  std::int32_t parent = -1;              // −1: none
  std::vector<std::int32_t> children{};  // ascending; none: a leaf
  std::int32_t level = 0;                // the first on which it stands
  std::uint64_t size = 0;
  SplitEnd end = SplitEnd::divided;  // why it was divided, or not
};

struct Levels {
  std::vector<NestedCommunity> communities;
  std::vector<std::int32_t> leaf_of;  // of each node
  std::int32_t found = 0;             // communities of the run, the first in the list
  std::int32_t found_level = 0;
  std::int32_t levels = 0;
  std::int32_t joined = 0;          // communities of the run that were below min_size
  std::vector<CoarseLevel> coarse;  // the evidence of levels 0 … found_level − 1
  LevelOptions options;

  std::vector<std::int32_t> communities_at(std::int32_t level) const;  // of each node
  std::vector<std::int32_t> standing_at(std::int32_t level) const;     // all, ascending
  std::uint64_t above_max_size() const;                                // leaves
  std::uint64_t below_min_size() const;
};

struct MethodRun {
  const ConfiguredMethod& method;
  const MethodResult& result;
  const FormerRun* former = nullptr;  // whose parts are looked for again (split.hpp), if it had levels
};

// Throws InvalidArgument for min_size above max_size.
Levels find_levels(const AttributedGraphView& input, const MethodRun& of, const LevelOptions& options,
                   const RunContext& run);

}  // namespace cgsd
