#include "cgsd/learned/embedding_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cgsd/clustering/kmeans.hpp"

namespace cgsd {

Partition embedding_clusters(Matrix<float> embedding, std::int32_t communities, const RunContext& run) {
  for (std::size_t i = 0; i < embedding.rows(); ++i) {
    double square = 0.0;
    for (const float x : embedding.row(i)) square += static_cast<double>(x) * static_cast<double>(x);
    const double length = std::sqrt(square);
    const bool usable = std::isfinite(length) && length > 0.0;
    for (float& x : embedding.row(i)) x = usable ? static_cast<float>(static_cast<double>(x) / length) : 0.0f;
  }
  return kmeans(embedding, {.clusters = communities, .restarts = 10}, run).partition;
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
  Partition partition = embedding_clusters(model.output, communities, run);
  return {std::move(partition), std::move(model.output), std::move(model.record)};
}

AssignmentResult assigned(TrainedModel<float> model) {
  Partition partition = assignment_clusters(model.output);
  return {std::move(partition), std::move(model.output), std::move(model.record)};
}

}  // namespace cgsd
