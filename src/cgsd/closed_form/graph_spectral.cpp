#include "cgsd/closed_form/graph_spectral.hpp"

#include <cmath>
#include <utility>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/modularity/weighted_network.hpp"
#include "cgsd/spectral/embedding.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

// The graph of the edges that weigh something, weights as the Laplacian takes them.
struct LogWeightedGraph {
  Graph graph;
  std::vector<double> log_weight;
};

LogWeightedGraph log_weighted(GraphView graph, const RunContext& run) {
  WeightedNetwork network = network_of(graph, "spectral", run);
  if (!network.has_edges()) throw InvalidArgument("spectral: the graph has no edges");
  std::vector<double> log_weight = std::move(network.weights);
  log_weight.resize(network.targets.size(), 1.0);  // without weights every edge has 1
  for (double& weight : log_weight) weight = std::log(weight);
  return {Graph(std::move(network.offsets), std::move(network.targets), {}, false), std::move(log_weight)};
}

}  // namespace

GraphSpectralResult graph_spectral(GraphView graph, const GraphSpectralOptions& options, const RunContext& run) {
  validate(options);
  check_undirected("spectral", graph);
  check_communities("spectral", options.communities, graph.nodes());
  const LogWeightedGraph affinity = log_weighted(graph, run);
  const NormalisedLaplacian laplacian(affinity.graph, affinity.log_weight, run);
  SpectrumOptions wanted = options.spectrum;
  wanted.eigenpairs = options.communities;
  GraphSpectralResult result;
  result.spectrum = smallest_eigenpairs(laplacian, wanted, run.stage("spectrum"));
  const Matrix<double> points =
      spectral_points(result.spectrum, laplacian, 0, static_cast<std::size_t>(options.communities), run);
  cluster_rows(result, points, options, run);
  return result;
}

}  // namespace cgsd
