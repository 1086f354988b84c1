// Whether attributes of some nodes hang together more than chance makes them: parallel analysis (Horn 1965).
//
// The largest singular value of the attributes, in the given normalisation, against that of copies in which every column is
// shuffled by itself: nothing is left there but the columns. It stands out if none of 19 copies reaches it. Unlike the edge of a
// random matrix (attributes/signal_rank.hpp) this holds for rare words too, whose few large numbers reach far beyond that edge.
// Promises: the same bits at any number of threads; sparse attributes stay sparse. Cost: up to 20 singular values, few if the
// first copies reach it.
#pragma once

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// Each column's numbers dealt out to the rows anew.
Attributes shuffled_columns(AttributesView attributes, RandomStream stream);

bool stands_out(AttributesView attributes, StalkMetric metric, const RunContext& run);

}  // namespace cgsd
