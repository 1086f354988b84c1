// Uses the installed library, its file part and its figures; exits with 0 only if all work.
#include <cstdio>

#include <cgsd/curvature/curvature.hpp>
#include <cgsd/figure/curvature_histograms.hpp>
#include <cgsd/figure/png.hpp>
#include <cgsd/graph/generators.hpp>
#include <cgsd/io/datasets/load.hpp>
#include <cgsd/io/datasets/save.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const cgsd::RunContext run({.seed = 1});
  const cgsd::Dataset data = cgsd::stochastic_block_model({.nodes = 60, .communities = 3, .dimensions = 3}, run);
  const auto curvature = cgsd::edge_curvature(data.input.graph, {}, run);
  cgsd::SaveRequest save;
  save.graph = argv[1];
  cgsd::save_dataset(data, save, run);
  cgsd::LoadRequest load;
  load.graph = argv[1];
  const auto again = cgsd::load_dataset(load, run);
  const bool same = again.data.input.graph == data.input.graph;
  std::printf("%llu edges, read back %s\n", static_cast<unsigned long long>(data.input.graph.edges()),
              same ? "equal" : "different");
  cgsd::CurvatureHistograms figure;
  figure.panels = {{.title = "block model", .within = {}, .between = curvature}};
  const std::string svg = cgsd::curvature_histograms(figure);
  const bool drawn = !cgsd::can_render_png() || !cgsd::render_png(svg, 100.0).empty();
  return same && drawn && curvature.size() == data.input.graph.entries() ? 0 : 1;
}
