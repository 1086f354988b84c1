#include "cgsd/learned/dmon.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/learned/initial_weights.hpp"

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(Dmon, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result = dmon(dataset.input, {.communities = 3, .epochs = 300}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  testing::expect_trained(result.training, 300);
  for (std::size_t v = 0; v < result.assignment.rows(); ++v) {
    double sum = 0.0;
    for (const float share : result.assignment.row(v)) sum += static_cast<double>(share);
    EXPECT_NEAR(sum, 1.0, 1e-5);
  }
}

// Two triangles with an edge between them, weights 0: S is uniform, so the modularity is 0 and so is the collapse.
TEST(Dmon, HasLossZeroWhereEveryoneBelongsEverywhere) {
  const AttributedGraph input{testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}}),
                              Matrix<float>(6, 2, std::vector<float>(12, 1.0f))};
  DmonModel<double> model(input, {.communities = 2, .width = 3}, RunContext());
  auto weights = model.initial_weights();
  for (auto& w : weights) std::fill(w.values().begin(), w.values().end(), 0.0);
  EXPECT_NEAR(loss_and_gradients(model, weights, 0, RunContext()).loss, 0.0, 1e-15);
}

TEST(Dmon, DropsLogitsInTrainingOnly) {
  const Dataset dataset = testing::planted_words();
  DmonModel<float> plain(dataset.input, {.communities = 3}, RunContext());
  DmonModel<float> dropping(dataset.input, {.communities = 3, .dropout = 0.5}, RunContext());
  const auto weights = plain.initial_weights();
  EXPECT_NE(loss_and_gradients(plain, weights, 0, RunContext()).loss,
            loss_and_gradients(dropping, weights, 0, RunContext()).loss);
  EXPECT_EQ(train_model(plain, {.epochs = 0}, RunContext()).output,
            train_model(dropping, {.epochs = 0}, RunContext()).output);
}

TEST(Dmon, SaysThatWithoutEdgesThereIsNoLoss) {
  const AttributedGraph input{testing::graph_of(4, {}), testing::random_matrix<float>(4, 3, 1)};
  const auto result = dmon(input, {.communities = 2}, RunContext());
  EXPECT_EQ(result.training.stop, TrainingStop::loss_not_finite);
  EXPECT_EQ(result.training.epochs, 0);
  EXPECT_EQ(result.partition.community_of.size(), 4u);
}

TEST(Dmon, StartsWithOrthogonalColumnsOrRows) {
  for (const auto& [rows, cols] : {std::pair(7, 3), std::pair(3, 7), std::pair(4, 4)}) {
    Matrix<double> w(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols));
    fill_orthogonal(w, RandomStream(3));
    const bool tall = rows >= cols;
    const std::size_t count = tall ? w.cols() : w.rows();
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        double sum = 0.0;
        for (std::size_t k = 0; k < (tall ? w.rows() : w.cols()); ++k)
          sum += tall ? w(k, a) * w(k, b) : w(a, k) * w(b, k);
        EXPECT_NEAR(sum, a == b ? 1.0 : 0.0, 1e-12);
      }
    }
  }
}

TEST(Dmon, RefusesWhatItCannotDo) { testing::expect_refusals<DmonOptions>("dmon", dmon); }

TEST(Dmon, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return dmon(dataset.input, {.communities = 3, .epochs = 8, .dropout = 0.5}, run).assignment;
  });
}

}  // namespace
}  // namespace cgsd
