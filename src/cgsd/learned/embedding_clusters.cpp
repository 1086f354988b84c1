#include "cgsd/learned/embedding_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {

EmbeddingClusters embedding_clusters(Matrix<float> embedding, std::int32_t communities, const RunContext& run) {
  for (std::size_t i = 0; i < embedding.rows(); ++i) {
    const double length = row_length<float>(embedding.row(i));
    if (std::isfinite(length) && length > 0.0) {
      divide_row(embedding.row(i), length);
    } else {
      std::ranges::fill(embedding.row(i), 0.0F);
    }
  }
  KmeansResult clustering = kmeans(embedding, {.clusters = communities, .restarts = 10}, run);
  CentreShares shares = centre_shares(embedding, clustering, run);
  return {std::move(clustering.partition), std::move(shares)};
}

Partition assignment_clusters(const Matrix<float>& assignment) {
  std::vector<std::int32_t> community_of(assignment.rows(), 0);
  for (std::size_t i = 0; i < assignment.rows(); ++i) {
    const auto row = assignment.row(i);
    if (!std::ranges::all_of(row, [](float x) { return std::isfinite(x); })) continue;
    community_of[i] = static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin());
  }
  return numbered_by_size(community_of);
}

EmbeddingResult clustered(TrainedModel<float> model, std::int32_t communities, const RunContext& run) {
  EmbeddingClusters found = embedding_clusters(model.output, communities, run);
  return {std::move(found.partition), std::move(model.output), std::move(found.shares), std::move(model.record)};
}

AssignmentResult assigned(TrainedModel<float> model) {
  Partition partition = assignment_clusters(model.output);
  return {std::move(partition), std::move(model.output), std::move(model.record)};
}

}  // namespace cgsd
