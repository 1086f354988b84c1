// What every operation of the tape undergoes. An operation is a generic function (tape, inputs) → Var:
//
//   const auto operation = [](auto& tape, const auto& x) { return add_row(tape, x[0], x[1]); };
//   expect_right_gradients(operation, {random_matrix(4, 3, 1), random_matrix(1, 3, 2)});
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/products.hpp"

#include "tests/support/gradient_check.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd::testing {

template <class Operation>
Matrix<double> value_of(Operation&& operation, const std::vector<Matrix<double>>& inputs) {
  const RunContext run;
  Tape<double> tape(run);
  std::vector<Var> x;
  for (const auto& input : inputs) x.push_back(tape.constant(input));
  return tape.value(operation(tape, x));
}

inline void expect_near(const Matrix<double>& actual, const Matrix<double>& expected, double tolerance = 1e-12) {
  ASSERT_EQ(actual.rows(), expected.rows());
  ASSERT_EQ(actual.cols(), expected.cols());
  for (std::size_t i = 0; i < actual.rows(); ++i) {
    for (std::size_t j = 0; j < actual.cols(); ++j)
      EXPECT_NEAR(actual(i, j), expected(i, j), tolerance) << "at " << i << ", " << j;
  }
}

// expected(i, j) for every element
template <class Expected>
void expect_elements(const Matrix<double>& actual, Expected&& expected, double tolerance = 1e-12) {
  ASSERT_FALSE(actual.values().empty());
  for (std::size_t i = 0; i < actual.rows(); ++i) {
    for (std::size_t j = 0; j < actual.cols(); ++j)
      EXPECT_NEAR(actual(i, j), expected(i, j), tolerance) << "at " << i << ", " << j;
  }
}

// l A r for fixed random l and r, so that every element counts differently; large, so that errors are relative.
class WeightedTotal {
 public:
  WeightedTotal(std::size_t rows, std::size_t cols)
      : left_(random_matrix(1, rows, 101)), right_(random_matrix(cols, 1, 102)) {
    for (double& x : left_.values()) x *= 1000.0;
  }
  Var operator()(Tape<double>& tape, Var a) const {
    return product(tape, product(tape, tape.constant(left_), a), tape.constant(right_));
  }

 private:
  Matrix<double> left_;
  Matrix<double> right_;
};

// The gradient for every input by central differences, first with the others constant, then with all of them
// parameters that have had a gradient from another use before.
template <class Operation>
void expect_right_gradients(Operation&& operation, std::vector<Matrix<double>> inputs, double tolerance = 1e-6) {
  const RunContext run;
  const Matrix<double> y = value_of(operation, inputs);
  const WeightedTotal total_of_result(y.rows(), y.cols());
  std::vector<WeightedTotal> total_of_input;
  for (const auto& input : inputs) total_of_input.emplace_back(input.rows(), input.cols());
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    for (const bool alone : {true, false}) {
      const auto record = [&](Tape<double>& tape, Var& parameter) {
        std::vector<Var> x;
        for (std::size_t i = 0; i < inputs.size(); ++i)
          x.push_back(i == k || !alone ? tape.parameter(inputs[i]) : tape.constant(inputs[i]));
        parameter = x[k];
        Var total = total_of_result(tape, operation(tape, x));
        if (!alone) {
          for (std::size_t i = 0; i < x.size(); ++i) total = add(tape, total, total_of_input[i](tape, x[i]));
        }
        return total;
      };
      const auto loss = [&] {
        Tape<double> tape(run);
        Var ignored{};
        return tape.value(record(tape, ignored))(0, 0);
      };
      Tape<double> tape(run);
      Var parameter{};
      const Var total = record(tape, parameter);
      tape.backward(total);
      const Matrix<double> gradient = tape.gradient(parameter);
      EXPECT_LE(gradient_error(inputs[k], gradient, loss), tolerance)
          << "input " << k << (alone ? " alone" : " with all others");
    }
  }
}

// Value and all gradients, in float, at 1 to 4 threads.
template <class Operation>
void expect_same_bits_of(Operation&& operation, const std::vector<Matrix<double>>& inputs) {
  std::vector<Matrix<float>> converted;
  for (const auto& m : inputs)
    converted.emplace_back(m.rows(), m.cols(), std::vector<float>(m.values().begin(), m.values().end()));
  expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Tape<float> tape(run);
    std::vector<Var> x;
    for (const auto& input : converted) x.push_back(tape.parameter(input));
    const Var y = operation(tape, x);
    const Matrix<float> left(1, tape.value(y).rows(), std::vector<float>(tape.value(y).rows(), 0.75f));
    const Matrix<float> right(tape.value(y).cols(), 1, std::vector<float>(tape.value(y).cols(), 1.25f));
    tape.backward(product(tape, product(tape, tape.constant(left), y), tape.constant(right)));
    std::vector<float> all(tape.value(y).values().begin(), tape.value(y).values().end());
    for (const Var v : x) {
      const auto gradient = tape.gradient(v).values();
      all.insert(all.end(), gradient.begin(), gradient.end());
    }
    return all;
  });
}

}  // namespace cgsd::testing
