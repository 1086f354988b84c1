// All that a detector sees of a graph, as bytes of a hash: equal inputs, equal digests.
#pragma once

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd {

void update(Sha256& hash, const AttributedGraphView& input);

}  // namespace cgsd
