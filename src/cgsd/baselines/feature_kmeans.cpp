#include "cgsd/baselines/feature_kmeans.hpp"

#include <utility>

#include "cgsd/baselines/input_checks.hpp"

namespace cgsd {

FeatureKmeansResult feature_kmeans(const AttributedGraph& input, const FeatureKmeansOptions& options,
                                   const RunContext& run) {
  validate(options);
  check_features("kmeans", input);
  check_communities("kmeans", options.communities, input.graph.nodes());
  const Features points = scaled_features(input.features, options.scaling, run);
  KmeansOptions settings = options.kmeans;
  settings.clusters = options.communities;
  KmeansResult result = points.is_sparse() ? kmeans(points.sparse(), settings, run.stage("k-means"))
                                           : kmeans(points.dense(), settings, run.stage("k-means"));
  return {.partition = std::move(result.partition), .kmeans = evidence_of(result)};
}

}  // namespace cgsd
