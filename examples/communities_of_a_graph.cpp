#include <cstdio>

#include <cgsd/cgsd.hpp>

int main() {
  const cgsd::RunContext run({.seed = 7});
  const cgsd::Dataset data = cgsd::stochastic_block_model({.nodes = 300, .communities = 3, .heterophily = 0.2}, run);
  cgsd::ConfiguredMethod method = cgsd::configured("default");
  method.communities = 3;
  const cgsd::MethodResult found = method.run(data.input, run);  // there are no labels in data.input
  const cgsd::Summary summary = cgsd::summarise({}, data, found, run);
  std::printf("%d communities, NMI %.2f, modularity %.2f\n", found.partition.communities,
              summary.quality.agreement->nmi, summary.quality.cut.modularity);
}
