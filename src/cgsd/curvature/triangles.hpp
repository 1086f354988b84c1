// The number of triangles that each edge of an undirected graph lies in: |N(u) ∩ N(v)|.
//
// Comes back: one count per entry; both entries of an edge carry the same.
// How: mark N(u), then walk the rows of those neighbours v of u that come before u in the order (degree, id): the
// row of a hub is walked only for other hubs.
// Promises: the same result at any number of threads. Throws InvalidArgument for a directed graph.
// Cost: O(n + Σ_(u,v) min(d_u, d_v)) ≤ O(n + m^1.5), n bytes per worker.
// Source: Chiba and Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 1985.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<std::uint32_t> triangles_per_entry(GraphView graph, const RunContext& run);

}  // namespace cgsd
