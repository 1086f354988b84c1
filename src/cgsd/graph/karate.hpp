// Zachary's karate club: 34 members, 78 ties, and the two factions the club split into.
//
// Nodes are numbered from 0 (Zachary's person i is node i − 1). Ties are unweighted: an edge if his matrix E has
// a 1. Labels: the faction of Zachary's table 3, 0 = Mr. Hi's (16 members), 1 = the officer's (18). Node 8 (person 9)
// belongs to the officer's faction, yet joined Mr. Hi's club three weeks before his black belt: sources that give the
// club joined instead of the faction (networkx) count 17 and 17. Source: W. W. Zachary, An Information Flow Model for
// Conflict and Fission in Small Groups, Journal of Anthropological Research 33 (1977), 452–473.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

Dataset karate_club(const RunContext& run);

}  // namespace cgsd
