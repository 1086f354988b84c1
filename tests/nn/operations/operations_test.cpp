// Every operation of the tape against central differences, in double.
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/products.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/tape_checks.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;

template <class Operation>
void expect_right_gradient(Operation&& operation, const Matrix<double>& x) {
  testing::expect_right_gradients([&](auto& tape, const auto& inputs) { return operation(tape, inputs[0]); }, {x});
}

Csr<double> random_sparse(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Csr<double> s{rows, cols, {0}, {}, {}};
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      if (i == 2 || random.uniform() < 0.6) continue;  // row 2 is empty
      s.columns.push_back(static_cast<std::uint32_t>(j));
      s.values.push_back(random.normal());
    }
    s.offsets.push_back(s.columns.size());
  }
  return s;
}

TEST(Operations, ProductHasTheRightGradientOnBothSides) {
  const auto fixed = random_matrix(5, 3, 1);
  expect_right_gradient([&](auto& tape, Var x) { return product(tape, x, tape.constant(fixed)); },
                        random_matrix(7, 5, 2));
  expect_right_gradient([&](auto& tape, Var x) { return product(tape, tape.constant(fixed), x); },
                        random_matrix(3, 4, 3));
  expect_right_gradient([&](auto& tape, Var x) { return product(tape, x, x); }, random_matrix(4, 4, 4));
}

TEST(Operations, SparseProductHasTheRightGradient) {
  const SparseMatrix<double> s(random_sparse(6, 5, 5));
  expect_right_gradient([&](auto& tape, Var x) { return sparse_product(tape, s, x); }, random_matrix(5, 3, 6));
}

TEST(Operations, SumsAndColumnsHaveTheRightGradient) {
  const auto fixed = random_matrix(4, 6, 9);
  expect_right_gradient([&](auto& tape, Var x) { return add(tape, x, tape.constant(fixed), 0.7, -1.3); },
                        random_matrix(4, 6, 10));
  expect_right_gradient([&](auto& tape, Var x) { return add(tape, x, x, 0.7, -1.3); }, random_matrix(4, 6, 11));
  expect_right_gradient([&](auto& tape, Var x) { return columns(tape, x, 2, 3); }, random_matrix(4, 6, 12));
  expect_right_gradient([&](auto& tape, Var x) { return reshaped(tape, x, 8, 3); }, random_matrix(4, 6, 12));
}

TEST(Operations, ActivationsHaveTheRightGradient) {
  expect_right_gradient([](auto& tape, Var x) { return relu(tape, x); }, random_matrix(6, 5, 13));
  expect_right_gradient([](auto& tape, Var x) { return row_softmax(tape, x); }, random_matrix(6, 5, 14));
  expect_right_gradient([](auto& tape, Var x) { return dropout(tape, x, 0.4, RandomStream(3)); },
                        random_matrix(6, 11, 15));
}

// It used to become 0: a network whose weights had overflowed went on with an embedding of zeros.
TEST(Operations, ReluLetsNanPass) {
  const Matrix<double> x(1, 4, {-1.0, std::numeric_limits<double>::quiet_NaN(), 2.0, -0.0});
  const RunContext run;
  Tape<double> tape(run);
  const Matrix<double>& y = tape.value(relu(tape, tape.constant(x)));
  EXPECT_EQ(y(0, 0), 0.0);
  EXPECT_TRUE(std::isnan(y(0, 1)));
  EXPECT_EQ(y(0, 2), 2.0);
  EXPECT_FALSE(std::signbit(y(0, 3)));
}

TEST(Operations, AResultUsedTwiceGathersBothGradients) {
  expect_right_gradient(
      [](auto& tape, Var x) {
        const Var y = relu(tape, x);
        return add(tape, row_softmax(tape, y), dropout(tape, y, 0.3, RandomStream(1)), 1.0, 2.0);
      },
      random_matrix(5, 4, 16));
}

TEST(Operations, SoftmaxSurvivesHugeValues) {
  Matrix<double> x(1, 3);
  x(0, 0) = 1e300;
  x(0, 1) = -1e300;
  const RunContext run;
  Tape<double> tape(run);
  const Matrix<double>& y = tape.value(row_softmax(tape, tape.constant(x)));
  EXPECT_EQ(y(0, 0), 1.0);
  EXPECT_EQ(y(0, 1) + y(0, 2), 0.0);
}

TEST(Dropout, DropsTheShareAskedForAndKeepsTheMean) {
  const Matrix<double> ones(400, 250, std::vector<double>(100000, 1.0));
  const RunContext run;
  Tape<double> tape(run);
  const Matrix<double>& y = tape.value(dropout(tape, tape.constant(ones), 0.3, RandomStream(9)));
  double zeros = 0.0;
  double sum = 0.0;
  for (const double value : y.values()) {
    zeros += value == 0.0 ? 1.0 : 0.0;
    sum += value;
    ASSERT_TRUE(value == 0.0 || std::abs(value - 1.0 / 0.7) < 1e-5);  // the share is a multiple of 2^−16
  }
  EXPECT_NEAR(zeros / 1e5, 0.3, 5.0 * std::sqrt(0.21 / 1e5));
  EXPECT_NEAR(sum / 1e5, 1.0, 0.02);
}

TEST(Operations, GiveTheSameBitsAtAnyThreadCount) {
  Matrix<float> x(700, 90);
  RandomSequence random{RandomStream(30)};
  for (float& value : x.values()) value = static_cast<float>(random.normal());
  Matrix<float> w(90, 70);
  for (float& value : w.values()) value = static_cast<float>(random.normal());
  Matrix<float> ones(1, 700, std::vector<float>(700, 1.0f));
  Matrix<float> right(70, 1, std::vector<float>(70, 0.5f));
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Tape<float> tape(run);
    const Var weights = tape.parameter(w);
    const Var hidden = dropout(tape, relu(tape, product(tape, tape.constant(x), weights)), 0.3, RandomStream(1));
    tape.backward(product(tape, product(tape, tape.constant(ones), hidden), tape.constant(right)));
    return tape.gradient(weights);
  });
}

}  // namespace
}  // namespace cgsd
