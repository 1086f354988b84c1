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
  const WeightedNetwork network = network_of(graph, "spectral", run);
  if (!network.has_edges()) throw InvalidArgument("spectral: the graph has no edges");
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  std::vector<double> log_weight;
  for (NodeId u = 0; u < network.nodes(); ++u) {
    for (EntryIndex i = network.rows[u].begin; i < network.rows[u].end; ++i) {
      targets.push_back(network.targets[i]);
      log_weight.push_back(std::log(network.weight(i)));
    }
    offsets.push_back(targets.size());
  }
  return {Graph(std::move(offsets), std::move(targets), {}, false), std::move(log_weight)};
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
