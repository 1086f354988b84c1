// Adaptive graph convolution: attributes smoothed over the graph for as long as clusters tighten, then clustered.
//
//     X_t = ½ (I + D̃^−½ (A + I) D̃^−½) X_(t−1),   X_0 the attributes (propagation.hpp)
//
// Comes back: a partition, numbered by size, the number of steps t it was read at, and the distances that chose t. How:
// at t = 1, 2, … the c left singular vectors of X_t are clustered by K-means, `repetitions` times; the spread of a
// clustering is the mean over its clusters C of Σ_(u,v in C) ‖x_u − x_v‖² / |C|², rows of X_t. If the mean spread of
// the repetitions is above that of t − 1, the answer is t − 1; after `max_steps` it is the last. Of the repetitions at
// that t the clustering of least inertia comes back.
//
// Promises: no label and no score against labels is involved; the same bits at any number of threads; eigenpairs that
// do not converge are data. Edge weights enter A if the graph has any. Cost: t times a sparse product O((n + m) d), a
// decomposition (some 50 products O(n d)) and 10 · 10 starts of K-means in c dimensions; two matrices of n × d floats.
// Source: Zhang, Liu, Li & Wu, Attributed graph clustering via adaptive graph convolution, IJCAI 2019. Attributes are
// taken raw. Distances are squared and divided by |C|², as in code derived from the authors': that needs no pairs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/spectral/truncated_svd.hpp"

namespace cgsd {

struct AgcOptions {
  std::int32_t communities = 0;
  std::int32_t max_steps = 60;
  std::int32_t repetitions = 10;
  AttributeScaling scaling = AttributeScaling::raw;
  SvdOptions svd{};
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, AgcOptions& o) {
  v.number("communities", o.communities, {0, 10'000}, "how many communities; must be given");
  v.number("max_steps", o.max_steps, {1, 10'000}, "steps of smoothing at most");
  v.number("repetitions", o.repetitions, {1, 10'000}, "clusterings per step, whose mean spread decides");
  v.choice("scaling", o.scaling, "what is done to the attributes first");
  v.group("svd", o.svd, {"vectors"});
  v.group("kmeans", o.kmeans, {"clusters"});
}

enum class AgcStop { spread_rose, max_steps };
constexpr auto enum_names(AgcStop) {
  return std::array{EnumName<AgcStop>{AgcStop::spread_rose, "spread_rose", "clusters no longer tightened"},
                    EnumName<AgcStop>{AgcStop::max_steps, "max_steps", "the steps were used up"}};
}

struct AgcResult {
  Partition partition{};          // numbered by size
  std::int32_t steps = 0;         // t of the partition
  std::vector<double> spreads{};  // mean spread at t = 1, 2, …, those tried
  std::vector<double> singular_values{};
  std::vector<double> residuals{};  // of the singular vectors at that t
  KmeansEvidence kmeans{};
  bool converged = true;  // every decomposition, up to the last t tried
  AgcStop stop = AgcStop::max_steps;
};

// Throws InvalidArgument without attributes, for a directed graph, for a weight below 0 or not finite, without a number
// of communities, and for more of them than nodes.
AgcResult agc(const AttributedGraphView& input, const AgcOptions& options, const RunContext& run);

// The spread of a clustering as defined above.
double cluster_spread(const Matrix<float>& rows, const Partition& partition);

}  // namespace cgsd
