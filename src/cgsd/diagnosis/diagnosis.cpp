#include "cgsd/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <limits>

#include "cgsd/curvature/forman.hpp"

namespace cgsd {
namespace {

ValueCounts edge_counts(const Graph& graph, std::span<const double> curvature) {
  std::vector<double> values;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (u < graph.targets()[i]) values.push_back(curvature[i]);
    }
  }
  return count_values(std::move(values));
}

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
  return all > 0.0 ? *std::ranges::max_element(sizes) / all : std::numeric_limits<double>::quiet_NaN();
}

AttributeFigures attribute_figures(const Diffusion& d) {
  if (d.width == 0) return {};
  return {d.candidates, d.chosen, d.agreement, d.sign};
}

}  // namespace

Diagnosis diagnose(const DiagnosisInput& input, const RunContext& run) {
  const Graph& graph = input.input.graph;
  const std::vector<double> kappa = forman_curvature(graph, run);
  const PartitionedGraph parts = partitioned_graph(graph, kappa, input.community_of, run);
  const SplitCurvature split = split_curvature(parts);
  const ValueCounts edges = edge_counts(graph, kappa);
  Diagnosis d{.homophily = {},
              .curvature = curvature_statistics(graph, kappa, run),
              .by_community = within_cross(graph, kappa, input.community_of, run),
              .printed_gate = printed_gate_shares(edges),
              .rank_gate = rank_gate_shares(edges),
              .attributes = attribute_figures(input.diffusion),
              .nearest_neighbour = {},
              .largest_class_share = largest_share(input.community_of),
              .lemma1 = curvature_bounds(graph, edges),
              .theorem1 = gate_contraction(parts, split, run.stage("contraction")),
              .lemma2 = curvature_tails(split),
              .theorem2 = gated_modularity(parts, split, run),
              .theorem3 = block_model_gap(parts),
              .lemma3 = soft_rank(edges)};
  if (input.labels.none()) return d;
  d.homophily = homophily(graph, input.labels, run);
  if (!input.input.attributes.none()) {
    d.nearest_neighbour =
        nearest_neighbour_accuracy(input.input.attributes, input.labels.class_of, run.stage("nearest neighbours"));
  }
  return d;
}

}  // namespace cgsd
