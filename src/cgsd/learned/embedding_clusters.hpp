// From the output of a learned model to communities.
//
//   embedding_clusters    rows scaled to length 1, then K-means with 10 restarts: the same for every embedding
//   assignment_clusters   the largest element of every row, the first of equals
//
// A row with a number that is not finite, or of length 0, counts as 0 everywhere. Numbered by size.
#pragma once

#include <cstdint>

#include "cgsd/clustering/centre_shares.hpp"
#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/learned/training_loop.hpp"

namespace cgsd {

struct EmbeddingResult {
  Partition partition;
  Matrix<float> embedding;  // as trained, rows not scaled
  CentreShares shares;      // of the centres that the scaled rows were divided among
  TrainingRecord training;
};

struct AssignmentResult {
  Partition partition;
  Matrix<float> assignment;  // how much node v belongs to column c, before the columns are numbered by size
  TrainingRecord training;
};

struct EmbeddingClusters {
  Partition partition;
  CentreShares shares;
};

EmbeddingClusters embedding_clusters(Matrix<float> embedding, std::int32_t communities, const RunContext& run);
Partition assignment_clusters(const Matrix<float>& assignment);

EmbeddingResult clustered(TrainedModel<float> model, std::int32_t communities, const RunContext& run);
AssignmentResult assigned(TrainedModel<float> model);

}  // namespace cgsd
