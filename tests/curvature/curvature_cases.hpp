// Graphs and helpers shared by the tests of curvature.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/graph/builder.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd::testing {

inline double value_at(const Graph& graph, const std::vector<double>& values, NodeId u, NodeId v) {
  const EntryIndex entry = find_entry(graph, u, v);
  EXPECT_LT(entry, graph.entries()) << "no edge " << u << "–" << v;
  EXPECT_EQ(values.at(entry), values.at(find_entry(graph, v, u))) << "the two entries of an edge must agree";
  return values.at(entry);
}

// 0–1–2–3–0
inline Graph square() { return cycle_graph(4); }
// … and 0–2
inline Graph square_with_diagonal() { return graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}); }
// Triangles 0 1 2 and 3 4 5, joined by 2–3.
inline Graph barbell() { return graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}}); }
// Every node of {0, 1} with every node of {2, 3, 4}.
inline Graph two_by_three() { return graph_of(5, {{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}); }

// side × side nodes, node (row, column) = row · side + column.
inline Graph grid_graph(NodeId side) {
  EntryList list{.nodes = side * side, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < side * side; ++u) {
    if (u % side + 1 < side) list.entries.push_back({u, u + 1});
    if (u + side < side * side) list.entries.push_back({u, u + side});
  }
  return build_graph(list, {}, RunContext()).graph;
}

// Random pairs on many nodes, for loops of several blocks; node 0 is joined to every 7th node and so is a hub.
inline Graph sparse_graph_with_hub(NodeId nodes, std::size_t pairs, bool weighted = false) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  RandomSequence random(RandomStream(5).named("sparse graph"));
  const auto add = [&](NodeId u, NodeId v) {
    list.entries.push_back({u, v});
    if (weighted) list.weights.push_back(0.5 + random.uniform());
  };
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto u = static_cast<NodeId>(random.below(nodes));
    add(u, static_cast<NodeId>(random.below(nodes)));
  }
  for (NodeId v = 7; v < nodes; v += 7) add(0, v);
  return build_graph(list, {}, RunContext()).graph;
}

inline std::vector<std::vector<bool>> adjacency_matrix(const Graph& graph) {
  std::vector<std::vector<bool>> adjacent(graph.nodes(), std::vector<bool>(graph.nodes(), false));
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) adjacent[u][v] = true;
  }
  return adjacent;
}

// Small random graphs from nearly empty to nearly complete, with isolated nodes and several components among them.
template <class Check>
void for_each_random_graph(Check&& check) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto nodes = static_cast<NodeId>(2 + seed % 17);
    SCOPED_TRACE(seed);
    check(random_graph(nodes, 0.05 + 0.9 * static_cast<double>(seed % 10) / 10.0, seed), seed);
  }
}

template <class Call>
std::string refusal_of(Call&& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  ADD_FAILURE() << "was not refused";
  return {};
}

}  // namespace cgsd::testing
