// Small graphs whose properties can be worked out by hand, and random ones for comparison with slow twins.
#pragma once

#include <initializer_list>
#include <utility>

#include "cgsd/graph/builder.hpp"

namespace cgsd::testing {

inline Graph graph_of(NodeId nodes, std::initializer_list<Entry> entries, BuildOptions options = {}) {
  return build_graph({.nodes = nodes, .entries = entries, .weights = {}}, options, RunContext()).graph;
}

inline Graph path_graph(NodeId nodes) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  for (NodeId u = 0; u + 1 < nodes; ++u) list.entries.push_back({u, u + 1});
  return build_graph(list, {}, RunContext()).graph;
}

inline Graph cycle_graph(NodeId nodes) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < nodes; ++u) list.entries.push_back({u, (u + 1) % nodes});
  return build_graph(list, {}, RunContext()).graph;
}

inline Graph complete_graph(NodeId nodes) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) list.entries.push_back({u, v});
  }
  return build_graph(list, {}, RunContext()).graph;
}

inline Graph star_graph(NodeId leaves) {
  EntryList list{.nodes = leaves + 1, .entries = {}, .weights = {}};
  for (NodeId leaf = 1; leaf <= leaves; ++leaf) list.entries.push_back({0, leaf});
  return build_graph(list, {}, RunContext()).graph;
}

// Every pair is an edge with the given probability; weights in [0.5, 2) where asked for.
inline EntryList random_entries(NodeId nodes, double probability, std::uint64_t seed, bool weighted = false) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  RandomSequence random(RandomStream(seed).named("random graph"));
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (random.uniform() >= probability) continue;
      list.entries.push_back({u, v});
      if (weighted) list.weights.push_back(0.5 + 1.5 * random.uniform());
    }
  }
  return list;
}

inline Graph random_graph(NodeId nodes, double probability, std::uint64_t seed, bool weighted = false) {
  return build_graph(random_entries(nodes, probability, seed, weighted), {}, RunContext()).graph;
}

}  // namespace cgsd::testing
