// Groups of communities: the places at which a tree of joins (linkage.hpp) is cut.
//
// A cut into g groups has the gap h(g) / h(g + 1), h(g) the height of the join that leaves g − 1: how much farther apart
// groups are than the communities within them. Each level has at most half as many communities as the one below it, cut
// where the gap is widest. While more than 12 are left a coarser level is made in any case: more is no overview. From 12
// on it is made only if chance seldom does as well: at most 5 % of 199 trees, with the distances dealt out to the pairs
// anew, have so wide a gap. That takes six communities or more.
// Comes back: the levels, coarsest first. Promises: the same bits at any number of threads. Cost: that of linkage.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/levels/linkage.hpp"

namespace cgsd {

struct CoarseLevel {
  std::vector<std::int32_t> group_of{};  // of each community, from 0 on
  std::int32_t groups = 0;
  double gap = 1.0;
  double chance = 0.0;  // share of the trees of chance with such a gap; NaN: not asked, for an overview was needed
};

std::vector<CoarseLevel> coarser_levels(const CommunityDistances& distances, const RunContext& run);

}  // namespace cgsd
