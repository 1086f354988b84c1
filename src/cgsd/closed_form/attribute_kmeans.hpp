// K-means of the attributes alone: communities without the graph.
//
// Comes back: a partition, numbered by size, and how K-means ended. How: the attributes are scaled
// (attribute_scaling.hpp; by default rows of length 1, so that long texts and short ones on one subject are close),
// then clustering/kmeans.hpp.
//
// Promises: sparse attributes are never made dense: a row's distance to a centre costs its non-zero numbers, as ‖c‖² is
// known (point_rows.hpp); z_score does not subtract the mean from them, which changes no distance. The result does not
// depend on the form the attributes came in; the same bits at any number of threads. Fewer distinct rows than
// communities give fewer communities. The edges are never read, so the graph may be directed.
//
// Cost: O(restarts · iterations · c · (numbers stored + d)). Beside the attributes one copy of them.
#pragma once

#include <cstdint>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct AttributeKmeansOptions {
  std::int32_t communities = 0;
  AttributeScaling scaling = AttributeScaling::row_length;
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, AttributeKmeansOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; must be given");
  v.choice("scaling", o.scaling, "what is done to the attributes first");
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct AttributeKmeansResult {
  Partition partition{};  // numbered by size
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument without attributes, without a number of communities, and for more of them than nodes.
AttributeKmeansResult attribute_kmeans(const AttributedGraphView& input, const AttributeKmeansOptions& options,
                                       const RunContext& run);

}  // namespace cgsd
