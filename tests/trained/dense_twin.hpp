// The encoder's graph as the n × n matrices that the library never forms, made from the list of entries, not from the
// graph: the slow twins of gate, diffusion and losses compute with these.
#pragma once

#include <cmath>
#include <vector>

#include "cgsd/graph/builder.hpp"
#include "cgsd/trained/sheaf_diffusion.hpp"

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

inline Matrix<double> times(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> out(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      for (std::size_t k = 0; k < a.cols(); ++k) out(i, j) += a(i, k) * b(k, j);
    }
  }
  return out;
}

inline Matrix<double> column_slice(const Matrix<double>& m, std::size_t first, std::size_t count) {
  Matrix<double> out(m.rows(), count);
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < count; ++j) out(i, j) = m(i, first + j);
  }
  return out;
}

// Ŵ as an n × n matrix.
inline Matrix<double> dense_gate(const DenseGraph& graph) {
  Matrix<double> gate(graph.adjacency.rows(), graph.adjacency.cols());
  for (std::size_t u = 0; u < gate.rows(); ++u) {
    for (std::size_t v = 0; v < gate.cols(); ++v) {
      if (graph.adjacency(u, v) == 0.0 || graph.degree[v] == 0.0) continue;
      gate(u, v) = graph.adjacency(u, v) * textbook_sigmoid(graph.curvature(u, v)) /
                   std::sqrt(graph.degree[u] * graph.degree[v]);
    }
  }
  return gate;
}

// The slow twin: one head after the other, Z_h = a (s Y W_h + Ŵ (Y W_h)) + b (Y W_res)_h.
inline Matrix<double> diffused_head_by_head(const Matrix<double>& y, const Matrix<double>& weights,
                                            const Matrix<double>& gate, const SheafOptions& o) {
  const auto heads = static_cast<std::size_t>(o.heads);
  const auto width = static_cast<std::size_t>(o.width);
  const auto residual = times(y, column_slice(weights, heads * width, heads * width));
  Matrix<double> z(y.rows(), heads * width);
  for (std::size_t h = 0; h < heads; ++h) {
    const auto own = times(y, column_slice(weights, h * width, width));
    const auto passed = times(gate, own);
    for (std::size_t u = 0; u < y.rows(); ++u) {
      for (std::size_t j = 0; j < width; ++j) {
        z(u, h * width + j) =
            o.diffusion * (o.self_term * own(u, j) + passed(u, j)) + o.residual * residual(u, h * width + j);
      }
    }
  }
  return z;
}

}  // namespace cgsd::testing
