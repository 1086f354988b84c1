// Attributes for a graph that came without any, made from the graph alone.
//
//   structural  five numbers per node, each column scaled to mean 0 and variance 1 (a constant column becomes 0):
//                 log(1 + degree) · local clustering coefficient · mean and standard deviation of log(1 + degree) over
//                 the neighbours · chance that a random walk is back after two steps, Σ_v∈N(u) 1/(d_u d_v)
//               They describe the role of a node; two nodes far apart may look alike. O(n + m^1.5) for the triangles.
//   identity    the unit matrix: every node has an attribute of its own, so that only edges make nodes alike. The
//               encoder then has n × 2Hd′ weights in its first layer.
//
// A directed graph is read by the entries that leave a node; its clustering coefficients are set to 0, since triangles
// are counted in undirected graphs only. Promises: finite; the same bits at any number of threads.
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

enum class AttributeSource { automatic, given, structural, identity };
constexpr auto enum_names(AttributeSource) {
  using F = AttributeSource;
  return std::array{EnumName<F>{F::automatic, "auto", "given if there are any, else structural"},
                    EnumName<F>{F::given, "given", "those of the input; an error if there are none"},
                    EnumName<F>{F::structural, "structural", "degrees, clustering, return probability"},
                    EnumName<F>{F::identity, "identity", "every node its own attribute"}};
}

Matrix<float> structural_attributes(GraphView graph, const RunContext& run);
SparseRows identity_attributes(NodeId nodes);

// `given` as it is, or what was made in its place in `made`. Throws InvalidArgument if `given` is required and
// there are none.
AttributesView attributes_of(const AttributedGraphView& input, AttributeSource source, Attributes& made,
                             const RunContext& run);

}  // namespace cgsd
