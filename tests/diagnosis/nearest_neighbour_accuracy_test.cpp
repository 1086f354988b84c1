#include "cgsd/diagnosis/nearest_neighbour_accuracy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

double accuracy_of(const Attributes& attributes, const std::vector<std::int32_t>& class_of) {
  return nearest_neighbour_accuracy(attributes, class_of, RunContext()).accuracy;
}

TEST(NearestNeighbourAccuracy, CountsNodesLikeTheirNearest) {
  // 0 and 1 have each other, 10 and 11 too, of different classes.
  EXPECT_DOUBLE_EQ(accuracy_of(Matrix<float>(4, 1, {0, 1, 10, 11}), {0, 0, 1, 0}), 0.5);
}

TEST(NearestNeighbourAccuracy, BreaksTiesByLowerNodeIdInBothForms) {
  // The node in the middle is as far from 0 as from 2, and is compared with 0.
  EXPECT_DOUBLE_EQ(accuracy_of(Matrix<float>(3, 1, {1, 2, 3}), {0, 0, 1}), 2.0 / 3.0);
  // Orthogonal words: all are as far from each other, so 0 is compared with 1 and the others with 0.
  EXPECT_DOUBLE_EQ(accuracy_of(Matrix<float>(3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1}), {0, 1, 0}), 1.0 / 3.0);
}

TEST(NearestNeighbourAccuracy, LeavesOutNodesWithoutAClass) {
  const auto found = nearest_neighbour_accuracy(Matrix<float>(4, 1, {0, 0.5, 1, 9}),
                                                std::vector<std::int32_t>{0, -1, 0, 1}, RunContext());
  EXPECT_EQ(found.nodes, 3U);
  EXPECT_DOUBLE_EQ(found.accuracy, 2.0 / 3.0);
}

// Words in both forms, and the definition by differences.
struct Words {
  Matrix<float> rows{150, 40};
  std::vector<std::int32_t> class_of = std::vector<std::int32_t>(150);
};

Words random_words() {
  Words words;
  RandomSequence random(RandomStream(11).named("words"));
  for (float& x : words.rows.values()) x = random.uniform() < 0.1 ? 1.0f + static_cast<float>(random.below(3)) : 0.0f;
  for (auto& c : words.class_of) c = static_cast<std::int32_t>(random.below(3));
  return words;
}

double by_definition(const Words& words) {
  double right = 0.0;
  for (std::size_t i = 0; i < 150; ++i) {
    std::size_t nearest = i;
    double least = 1e300;
    for (std::size_t j = 0; j < 150; ++j) {
      double distance = 0.0;
      for (std::size_t k = 0; k < 40; ++k)
        distance += std::pow(static_cast<double>(words.rows(i, k)) - static_cast<double>(words.rows(j, k)), 2);
      if (j == i || distance >= least) continue;
      least = distance;
      nearest = j;
    }
    right += words.class_of[i] == words.class_of[nearest] ? 1.0 : 0.0;
  }
  return right / 150.0;
}

TEST(NearestNeighbourAccuracy, AgreesWithTheDefinitionWhateverTheForm) {
  const Words words = random_words();
  EXPECT_DOUBLE_EQ(accuracy_of(words.rows, words.class_of), by_definition(words));
  EXPECT_DOUBLE_EQ(accuracy_of(to_sparse(words.rows), words.class_of), by_definition(words));
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return nearest_neighbour_accuracy(to_sparse(words.rows), words.class_of, run).accuracy;
  });
}

TEST(NearestNeighbourAccuracy, HasNoValueWithoutAttributesOrAnotherNode) {
  EXPECT_TRUE(std::isnan(accuracy_of(Attributes(), {0, 1})));
  EXPECT_TRUE(std::isnan(accuracy_of(Matrix<float>(1, 1, {3}), {0})));
  EXPECT_THROW(accuracy_of(Matrix<float>(2, 1, {3, 4}), {0}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
