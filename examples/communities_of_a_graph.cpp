#include <cstdio>

#include <cgsd/detect/detect.hpp>
#include <cgsd/graph/generators.hpp>
#include <cgsd/metrics/scores.hpp>

int main() {
  const cgsd::RunContext run({.seed = 7});
  const cgsd::Dataset data = cgsd::stochastic_block_model({.nodes = 300, .communities = 3, .heterophily = 0.2}, run);
  cgsd::DetectOptions options;  // the default preset
  options.communities = 3;
  const cgsd::Detection found =
      cgsd::detect(data.input, options, run);  // sees data.input only: there are no labels in it
  const auto quality = cgsd::scores(data.input.graph, found.communities().community_of, data.labels, run);
  std::printf("%d communities, NMI %.2f, modularity %.2f\n", found.communities().communities, quality.agreement->nmi,
              quality.cut.modularity);
}
