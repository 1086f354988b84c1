#include "cgsd/baselines/knn_njw.hpp"

#include <utility>

#include "cgsd/baselines/cosine_neighbours.hpp"
#include "cgsd/baselines/input_checks.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {

KnnNjwResult knn_njw(const AttributedGraph& input, const KnnNjwOptions& options, const RunContext& run) {
  validate(options);
  check_features("knn-njw", input);
  check_communities("knn-njw", options.communities, input.graph.nodes());
  if (input.graph.nodes() < 2) throw InvalidArgument("knn-njw: needs at least two nodes");
  const Graph graph = knn_graph(cosine_neighbours(input.features, options.knn, run.stage("neighbours")), run);
  GraphSpectralResult cut = graph_spectral(
      graph, {.communities = options.communities, .spectrum = options.spectrum, .kmeans = options.kmeans}, run);
  return {.partition = std::move(cut.partition),
          .knn_edges = graph.edges(),
          .spectrum = std::move(cut.spectrum),
          .kmeans = cut.kmeans};
}

}  // namespace cgsd
