// The encoder's graph as the n × n matrices that the library never forms, made from the list of entries, not from the
// graph: the slow twins of gate, diffusion and losses compute with these.
#pragma once

#include <cmath>
#include <vector>

#include "cgsd/graph/builder.hpp"

#include "tests/support/random_matrix.hpp"

namespace cgsd::testing {

struct DenseGraph {
  Matrix<double> adjacency;    // A_uv: how often entry (u,v) is listed
  Matrix<double> curvature;    // κ_uv
  std::vector<double> degree;  // row sums of A
  double entries = 0.0;        // Σ A
};

// A small graph in both forms, with a curvature of its own for every pair.
struct ExampleGraph {
  ExampleGraph(NodeId nodes, std::vector<Entry> listed, bool directed)
      : graph(build_graph({.nodes = nodes, .entries = listed, .weights = {}}, {.directed = directed}, RunContext())
                  .graph),
        dense{Matrix<double>(nodes, nodes), Matrix<double>(nodes, nodes), std::vector<double>(nodes, 0.0), 0.0} {
    for (const auto& [u, v] : listed) {
      dense.adjacency(u, v) += 1.0;
      if (!directed) dense.adjacency(v, u) += 1.0;
    }
    for (NodeId u = 0; u < nodes; ++u) {
      for (NodeId v = 0; v < nodes; ++v) {
        // From −3.5 to 2.5, not symmetric in a directed graph.
        const NodeId code = directed || u < v ? 3 * u + v : 3 * v + u;
        dense.curvature(u, v) = 2.5 - static_cast<double>(code % 7);
        dense.degree[u] += dense.adjacency(u, v);
      }
      dense.entries += dense.degree[u];
      for (const NodeId v : graph.neighbours(u)) curvature.push_back(dense.curvature(u, v));
    }
  }

  Graph graph;
  std::vector<double> curvature;  // per entry of the graph
  DenseGraph dense;
};

// Two triangles joined by an edge, and node 6 without any.
inline ExampleGraph with_isolated_node() {
  return {7, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}}, false};
}

// Entry (0,1) listed twice, a loop at 2, node 4 that entries reach but none leaves, node 5 alone.
inline ExampleGraph directed_with_loop_and_repeat() {
  return {6, {{0, 1}, {0, 1}, {1, 0}, {1, 2}, {2, 2}, {2, 0}, {3, 2}, {3, 4}, {0, 4}}, true};
}

inline double textbook_sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

}  // namespace cgsd::testing
