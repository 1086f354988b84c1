#include <cstdio>

#include <cgsd/cgsd.hpp>

int main() {
  const cgsd::RunContext run({.seed = 7});
  const cgsd::Dataset data = cgsd::stochastic_block_model({.nodes = 300, .communities = 3, .heterophily = 0.8}, run);
  const auto curvature = cgsd::edge_curvature(data.input.graph, {.kind = cgsd::CurvatureKind::augmented_forman}, run);
  const auto alike = cgsd::homophily(data.input.graph, data.labels, run);
  std::printf("%llu edges, edge homophily %.2f, curvature of the first edge %.0f\n",
              static_cast<unsigned long long>(data.input.graph.edges()), alike.edge, curvature.front());
}
