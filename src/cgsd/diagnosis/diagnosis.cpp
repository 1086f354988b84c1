#include "cgsd/diagnosis/diagnosis.hpp"

#include <algorithm>

#include "cgsd/core/error.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/diagnosis/curvature_order.hpp"
#include "cgsd/trained/gate.hpp"

namespace cgsd {
namespace {

double largest_share(std::span<const std::int32_t> community_of) {
  std::vector<double> sizes;
  double all = 0.0;
  for (const std::int32_t c : community_of) {
    if (c == kUnlabelled) continue;
    const auto own = static_cast<std::size_t>(c);
    if (own >= sizes.size()) sizes.resize(own + 1, 0.0);
    sizes[own] += 1.0;
    all += 1.0;
  }
  return all > 0.0 ? *std::ranges::max_element(sizes) / all : kUndefined;
}

AttributeFigures attribute_figures(const Diffusion& d) {
  if (d.width == 0) return {};
  AttributeFigures figures{d.candidates, d.chosen, d.agreement, d.sign, {}};
  for (const MetricEvidence& candidate : d.candidates) {
    const auto block = std::ranges::find(d.blocks, candidate.metric, [](const StalkBlock& b) { return b.map.metric; });
    figures.shares.push_back(block == d.blocks.end() ? 0.0 : block->share);
  }
  return figures;
}

}  // namespace

Diagnosis diagnose(const DiagnosisInput& input, const RunContext& run) {
  const GraphView graph = input.input.graph;
  if (graph.directed()) throw InvalidArgument("a diagnosis is of undirected edges");
  const std::vector<double> kappa = forman_curvature(graph, run);
  Diagnosis d{.homophily = {},
              .attributes = attribute_figures(input.diffusion),
              .nearest_neighbour = {},
              .largest_class_share = largest_share(input.community_of),
              .curvature = curvature_statistics(graph, kappa, run),
              .by_community = within_cross(graph, kappa, input.community_of, run),
              .higher_within = higher_within(graph, kappa, input.community_of, run),
              .open_share = kappa.empty() ? kUndefined : open_share(kappa, run)};
  if (input.labels.none()) return d;
  d.homophily = homophily(graph, input.labels, run);
  if (!input.input.attributes.none()) {
    d.nearest_neighbour =
        nearest_neighbour_accuracy(input.input.attributes, input.labels.class_of, run.stage("nearest neighbours"));
  }
  return d;
}

}  // namespace cgsd
