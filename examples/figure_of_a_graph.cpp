#include <cstdio>

#include <cgsd/files.hpp>

// How curvature spreads within and between the communities of a block model, as a figure for one column of a page.
int main() {
  const cgsd::RunContext run({.seed = 7});
  const cgsd::Dataset data = cgsd::stochastic_block_model({.nodes = 300, .communities = 3, .heterophily = 0.3}, run);
  const cgsd::Graph& graph = data.input.graph;
  const auto curvature = cgsd::edge_curvature(graph, {.kind = cgsd::CurvatureKind::augmented_forman}, run);
  cgsd::CurvaturePanel panel{.title = "block model"};
  for (cgsd::NodeId u = 0; u < graph.nodes(); ++u) {
    for (auto entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
      const cgsd::NodeId v = graph.targets()[entry];
      if (v < u) continue;  // every edge once
      const bool within = data.labels.class_of[u] == data.labels.class_of[v];
      (within ? panel.within : panel.between).push_back(curvature[entry]);
    }
  }
  const std::string svg = cgsd::curvature_histograms({.panels = {panel}, .width_mm = 85.0});
  cgsd::write_file("curvature.svg", svg);
  std::printf("curvature.svg: %zu edges within, %zu between\n", panel.within.size(), panel.between.size());
}
