#include "cgsd/nn/operations/binary_cross_entropy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

auto against(double target) {
  return [target](auto& tape, const auto& v) { return binary_cross_entropy(tape, v[0], target); };
}

TEST(BinaryCrossEntropy, IsTheMeanOverTheElements) {
  const auto x = random_matrix(4, 3, 1);
  for (const double t : {0.0, 0.3, 1.0}) {
    double expected = 0.0;
    for (const double logit : x.values()) {
      const double chance = 1.0 / (1.0 + std::exp(-logit));
      expected -= (t * std::log(chance) + (1.0 - t) * std::log(1.0 - chance)) / 12.0;
    }
    expect_near(value_of(against(t), {x}), Matrix<double>(1, 1, {expected}));
    expect_right_gradients(against(t), {x});
    expect_right_gradients(against(t), {random_matrix(1, 1, 2)});
  }
}

TEST(BinaryCrossEntropy, SurvivesHugeLogits) {
  const Matrix<double> x(1, 2, {1e300, -1e300});
  EXPECT_EQ(value_of(against(1.0), {x})(0, 0), 5e299);
  EXPECT_EQ(value_of(against(0.5), {Matrix<double>(1, 1, {1000.0})})(0, 0), 500.0);
}

TEST(BinaryCrossEntropy, GivesTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of(against(1.0), {random_matrix(1500, 5, 6)});
}

}  // namespace
}  // namespace cgsd
