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
  return {.partition = std::move(result.partition), .kmeans = evidence_of(result)};
}

}  // namespace cgsd
