// Attributed graphs for the baselines: communities that attributes, edges or both tell.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd::testing {

// Two triangles joined by an edge; the nodes of the first say word 0, those of the second word 1.
inline AttributedGraph two_triangles() {
  Matrix<float> words(6, 2);
  for (std::size_t v = 0; v < 6; ++v) words(v, v / 3) = 1.0f + static_cast<float>(v % 3);
  return {graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}}), Attributes(words)};
}

// Three communities of equal size with sparse bags of words.
inline Dataset three_communities(NodeId nodes, double signal = 0.7) {
  return stochastic_block_model({.nodes = nodes,
                                 .communities = 3,
                                 .heterophily = 0.15,
                                 .mean_degree = 12.0,
                                 .attributes = AttributeKind::words,
                                 .dimensions = 240,
                                 .coupling = Coupling::independent,
                                 .signal = signal,
                                 .words = 12},
                                RunContext());
}

// The same with few edges, many of them across, and words that say little: smoothing soon mixes the communities.
inline AttributedGraph blurred_communities() {
  return stochastic_block_model({.nodes = 300,
                                 .communities = 3,
                                 .heterophily = 0.4,
                                 .mean_degree = 3.0,
                                 .attributes = AttributeKind::words,
                                 .dimensions = 240,
                                 .coupling = Coupling::independent,
                                 .signal = 0.5,
                                 .words = 12},
                                RunContext())
      .input;
}

// The same input with its attributes in the other form.
inline AttributedGraph in_other_form(const AttributedGraph& input) {
  return {input.graph, input.attributes.is_sparse() ? Attributes(to_dense(input.attributes.sparse()))
                                                    : Attributes(to_sparse(input.attributes.dense()))};
}

inline AttributedGraph directed_input() {
  return {graph_of(3, {{0, 1}, {1, 2}}, {.directed = true}), Attributes(Matrix<float>(3, 1, {1.0f, 2.0f, 3.0f}))};
}

}  // namespace cgsd::testing
