// Nested communities that keep their ids from run to run.
//
// The run's own communities have theirs already (continuity.hpp). Under each pair that kept its id the parts are matched
// with the former parts, and so on downwards; the coarser communities are matched among themselves, by |A ∩ B| / |A ∪ B|.
// A pair keeps the id if it shares more than half of one of the two. All others, and all if the former run had no levels,
// get ids that were never used. Cost: O(n log n) for the overlaps, and the matchings.
#pragma once

#include "cgsd/levels/continuity.hpp"
#include "cgsd/levels/levels.hpp"

namespace cgsd {

// Sets the ids of `levels` and moves next_id on.
void keep_ids(Levels& levels, Continuity& continuity, const FormerRun& former);

}  // namespace cgsd
