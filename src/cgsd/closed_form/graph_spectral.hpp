// Spectral clustering of the graph itself: normalised cuts by Ng, Jordan & Weiss (NIPS 2001); no attributes are read.
//
// Comes back: a partition, numbered by size, the spectrum it was read from, and how K-means ended. How: the c largest
// eigenvectors of D^−½ A D^−½, which are the c smallest of the normalised Laplacian (spectral/eigenpairs.hpp); row v of
// them, scaled to length 1, is node v's point; K-means of the points. Edge weights are used if the graph has any; an
// edge of weight 0 counts as none.
//
// Components: each has an eigenvalue 1 of its own. A graph of more than c components has a null space of which only c
// vectors are used; nodes of one component then share one point, so that communities are unions of components, and
// which ones is a matter of the basis, here that of eigenpairs.hpp. Nodes without edges have a zero row in D^−½ A D^−½
// (D^−½ is taken to be 0 there) and in every vector whose eigenvalue is not 0: they all are the point 0 and end in one
// community.
//
// Promises: the same bits at any number of threads; not converging is data (spectrum.converged). Cost: O(products · m).
// Source: algorithm of §2 with A as the affinity. Deviation: rows that drown in rounding are restored (embedding.hpp).
#pragma once

#include <cstdint>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/spectral/eigenpairs.hpp"

namespace cgsd {

struct GraphSpectralOptions {
  std::int32_t communities = 0;
  SpectrumOptions spectrum{};
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, GraphSpectralOptions& o) {
  v.number("communities", o.communities, {0, 10'000}, "how many communities; must be given");
  v.group("spectrum", o.spectrum, {"eigenpairs"});
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct GraphSpectralResult {
  Partition partition{};  // numbered by size
  Spectrum spectrum{};    // c pairs with residuals
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument for a directed graph, for a weight below 0 or not finite, without edges, without a number of
// communities, and for more of them than nodes.
GraphSpectralResult graph_spectral(GraphView graph, const GraphSpectralOptions& options, const RunContext& run);

}  // namespace cgsd
