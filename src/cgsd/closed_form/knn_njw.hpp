// Spectral clustering of the attributes' neighbourhoods: a graph joins every node to the 10 whose attributes point in
// the most similar direction, and is clustered by graph_spectral.hpp. The edges of the input are never read.
//
// Comes back: a partition, numbered by size, the spectrum it was read from, and how K-means ended. How: cosine
// neighbours (cosine_neighbours.hpp), joined if either is among the other's (weights 1), then the algorithm of Ng,
// Jordan & Weiss with c communities.
//
// Promises: the same bits at any number of threads; not converging is data (spectrum.converged); the result does not
// depend on the form the attributes came in. Since no edge is read, the graph may be directed.
// Cost: that of the neighbours, O(n² d) or far less if the attributes are sparse, and O(products · n · neighbours).
#pragma once

#include <cstdint>

#include "cgsd/closed_form/graph_spectral.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

struct KnnNjwOptions {
  std::int32_t communities = 0;
  KnnOptions knn{};
  SpectrumOptions spectrum{};
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, KnnNjwOptions& o) {
  v.number("communities", o.communities, {0, 10'000}, "how many communities; must be given");
  v.group("knn", o.knn, {"method", "exact_limit", "recall"});  // cosine neighbours are exact
  v.group("spectrum", o.spectrum, {"eigenpairs"});
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct KnnNjwResult {
  Partition partition{};     // numbered by size
  EntryIndex knn_edges = 0;  // of the neighbour graph
  Spectrum spectrum{};       // c pairs with residuals; spectrum.components of the neighbour graph
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument without attributes, for fewer than two nodes, without a number of communities, and for more of
// them than nodes.
KnnNjwResult knn_njw(const AttributedGraphView& input, const KnnNjwOptions& options, const RunContext& run);

}  // namespace cgsd
