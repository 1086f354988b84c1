// Uses the installed library, its file part and its figures; exits with 0 only if all work.
#include <cstdio>

#include <cgsd/cgsd.hpp>
#include <cgsd/files.hpp>

#if __has_include(<cgsd/nn/operations/attention.hpp>) || __has_include(<cgsd/io/text/xml.hpp>)
#error "headers that are not public are installed"
#endif

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
  cgsd::ConfiguredMethod method = cgsd::configured("default");
  method.communities = 3;
  const cgsd::MethodResult found = method.run(data.input, run);
  const cgsd::Summary summary = cgsd::summarise({}, data, found, run);
  return same && drawn && summary.communities.size() == 3 && curvature.size() == data.input.graph.entries() ? 0 : 1;
}
