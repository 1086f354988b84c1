#include "cgsd/learned/mincut.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(Mincut, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result = mincut(dataset.input, {.communities = 3, .epochs = 3000}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  testing::expect_trained(result.training, 3000);
}

// S uniform: on a cycle Ã 1 = 1, so the
// cut term is −1; SᵀS is a multiple of the matrix of ones: ‖J/c − I/√c‖_F = √(2 − 2/√c).
TEST(Mincut, HasTheLossOfAUniformAssignmentOnACycle) {
  const AttributedGraph input{testing::cycle_graph(8), Matrix<float>(8, 2, std::vector<float>(16, 1.0f))};
  MincutModel<double> model(input, {.communities = 4, .width = 3}, RunContext());
  auto weights = model.initial_weights();
  for (auto& w : weights) std::fill(w.values().begin(), w.values().end(), 0.0);
  EXPECT_NEAR(loss_and_gradients(model, weights, 0, RunContext()).loss, -1.0 + std::sqrt(2.0 - 2.0 / 2.0), 1e-12);
}

TEST(Mincut, RefusesWhatItCannotDo) { testing::expect_refusals<MincutOptions>("mincut", mincut); }

TEST(Mincut, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return mincut(dataset.input, {.communities = 3, .epochs = 8}, run).assignment; });
}

}  // namespace
}  // namespace cgsd
