#include "cgsd/closed_form/attribute_kmeans.hpp"

#include <utility>

#include "cgsd/graph/input_checks.hpp"

namespace cgsd {

AttributeKmeansResult attribute_kmeans(const AttributedGraphView& input, const AttributeKmeansOptions& options,
                                       const RunContext& run) {
  validate(options);
  check_attributes("kmeans", input);
  check_communities("kmeans", options.communities, input.graph.nodes());
  const Attributes points = scaled_attributes(input.attributes, options.scaling, run);
  KmeansOptions settings = options.kmeans;
  settings.clusters = options.communities;
  KmeansResult result = points.is_sparse() ? kmeans(points.sparse(), settings, run.stage("k-means"))
                                           : kmeans(points.dense(), settings, run.stage("k-means"));
  KmeansEvidence evidence =
      points.is_sparse() ? evidence_of(points.sparse(), result, run) : evidence_of(points.dense(), result, run);
  return {.partition = std::move(result.partition), .kmeans = std::move(evidence)};
}

}  // namespace cgsd
