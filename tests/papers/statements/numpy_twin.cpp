// The figures of our statements on a graph from standard input, for numpy_twin.py: "NODES EDGES", then one "u v" per edge,
// then the community of every node (−1: none).
#include <cstdio>
#include <iostream>
#include <vector>

#include "cgsd/graph/builder.hpp"

#include "papers/cgsd/statements/statement_table.hpp"

int main() {
  using namespace cgsd;
  EntryList list;
  std::size_t edges = 0;
  std::cin >> list.nodes >> edges;
  list.entries.resize(edges);
  for (Entry& entry : list.entries) std::cin >> entry.source >> entry.target;
  std::vector<std::int32_t> community_of(list.nodes);
  for (std::int32_t& community : community_of) std::cin >> community;
  if (!std::cin) return 1;
  const RunContext run;
  const Graph graph = build_graph(list, {}, run).graph;
  std::fputs(statements_csv(figures_of(evaluate_statements(graph, community_of, run), "random")).c_str(), stdout);
}
