#include "cgsd/learned/embedding_clusters.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(EmbeddingClusters, SeesDirectionsOnly) {
  const Matrix<float> rows(6, 2, {1, 0, 100, 1, 5, 0, 0, 1, 0, 1000, 0.1f, 9});
  EXPECT_THAT(embedding_clusters(rows, 2, RunContext()).partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
}

// Their squares overflow or vanish in float.
TEST(EmbeddingClusters, SeesDirectionsOfAnySize) {
  const Matrix<float> rows(4, 2, {1e30f, 0, 1e-30f, 0, 0, 1e30f, 0, 1e-30f});
  EXPECT_THAT(embedding_clusters(rows, 2, RunContext()).partition.community_of, ElementsAre(0, 0, 1, 1));
}

// Opposite directions, and three rows that count as 0: a community of their own between them.
TEST(EmbeddingClusters, TakesRowsThatAreNotFiniteForZero) {
  const Matrix<float> rows(7, 2, {1, 0, 2, 0, -1, 0, -2, 0, NAN, 1, kInfinity, 1, 0, 0});
  EXPECT_THAT(embedding_clusters(rows, 3, RunContext()).partition.community_of, ElementsAre(1, 1, 2, 2, 0, 0, 0));
}

TEST(EmbeddingClusters, HaveTheSameBitsAtAnyThreadCount) {
  const auto rows = testing::random_matrix<float>(500, 8, 3);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return embedding_clusters(rows, 5, run).partition.community_of; });
}

TEST(AssignmentClusters, TakeTheFirstOfEqualColumns) {
  const Matrix<float> rows(4, 3, {0.2f, 0.4f, 0.4f, 0, 1, 0, 0, 0, 1, NAN, 1, 0});
  EXPECT_THAT(assignment_clusters(rows).community_of, ElementsAre(0, 0, 1, 2));
}

TEST(AssignmentClusters, CountRowsThatAreNotFiniteAsTheFirstColumn) {
  const Matrix<float> rows(3, 2, {1, 0, 0, kInfinity, 0, NAN});
  EXPECT_THAT(assignment_clusters(rows).community_of, ElementsAre(0, 0, 0));
  EXPECT_EQ(assignment_clusters(rows).communities, 1) << "a column that nobody chose is no community";
}

TEST(AssignmentClusters, AreNumberedBySize) {
  const Matrix<float> rows(4, 3, {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0});
  EXPECT_THAT(assignment_clusters(rows).community_of, ElementsAre(1, 2, 0, 0));
}

TEST(Clustered, KeepsTheEmbeddingAsTrainedAndTheRecord) {
  const Matrix<float> output(4, 2, {3, 0, 4, 0, 0, 5, 0, 6});
  TrainingRecord record;
  record.losses = {2.0, 1.0};
  record.epochs = 2;
  const EmbeddingResult result = clustered({output, {}, record}, 2, RunContext());
  EXPECT_EQ(result.embedding, output) << "rows are scaled for K-means only";
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(result.training.losses, ElementsAre(2.0, 1.0));
  EXPECT_EQ(result.training.epochs, 2);
}

TEST(Assigned, KeepsTheAssignmentBeforeItsColumnsAreNumbered) {
  const Matrix<float> output(3, 2, {0.1f, 0.9f, 0.2f, 0.8f, 0.7f, 0.3f});
  const AssignmentResult result = assigned({output, {}, {}});
  EXPECT_EQ(result.assignment, output);
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 1));
}

}  // namespace
}  // namespace cgsd
