#include "cgsd/closed_form/knn_njw.hpp"

#include <utility>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/neighbours/cosine_neighbours.hpp"

namespace cgsd {

KnnNjwResult knn_njw(const AttributedGraphView& input, const KnnNjwOptions& options, const RunContext& run) {
  validate(options);
  check_attributes("knn-njw", input);
  check_communities("knn-njw", options.communities, input.graph.nodes());
  if (input.graph.nodes() < 2) throw InvalidArgument("knn-njw: needs at least two nodes");
  const Graph graph = knn_graph(cosine_neighbours(input.attributes, options.knn, run.stage("neighbours")), run);
  GraphSpectralResult cut = graph_spectral(
      graph, {.communities = options.communities, .spectrum = options.spectrum, .kmeans = options.kmeans}, run);
  return {.partition = std::move(cut.partition),
          .knn_edges = graph.edges(),
          .spectrum = std::move(cut.spectrum),
          .kmeans = std::move(cut.kmeans)};
}

}  // namespace cgsd
