#include "cgsd/nn/tape.hpp"

#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/products.hpp"

#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::random_matrix;

// y = a · b of 1 × 1 matrices, written with the tape's own tools alone.
Var multiply_numbers(Tape<double>& tape, Var a, Var b) {
  const Var y = tape.make(1, 1, {a, b});
  tape.result(y)(0, 0) = tape.value(a)(0, 0) * tape.value(b)(0, 0);
  tape.on_backward(y, [&tape, a, b, y] {
    const double g = tape.gradient(y)(0, 0);
    const auto flow = [&](Var to, double other) {
      tape.deposit(to, [&](Matrix<double>& gradient, bool fresh) {
        gradient(0, 0) = (fresh ? 0.0 : gradient(0, 0)) + g * other;
      });
    };
    flow(a, tape.value(b)(0, 0));
    flow(b, tape.value(a)(0, 0));
  });
  return y;
}

Matrix<double> number(double x) { return Matrix<double>(1, 1, {x}); }

TEST(Tape, FollowsTheChainRule) {
  const RunContext run;
  Tape<double> tape(run);
  const auto a = number(3.0);
  const auto b = number(5.0);
  const Var x = tape.parameter(a);
  const Var y = tape.parameter(b);
  const Var loss = multiply_numbers(tape, multiply_numbers(tape, x, x), y);  // x² y
  EXPECT_EQ(tape.value(loss)(0, 0), 45.0);
  tape.backward(loss);
  EXPECT_EQ(tape.gradient(loss)(0, 0), 1.0);
  EXPECT_EQ(tape.gradient(x)(0, 0), 30.0);  // 2 x y
  EXPECT_EQ(tape.gradient(y)(0, 0), 9.0);   // x²
}

TEST(Tape, GivesConstantsNoGradient) {
  const RunContext run;
  Tape<double> tape(run);
  const auto a = number(3.0);
  const auto b = number(5.0);
  const Var x = tape.parameter(a);
  const Var c = tape.constant(b);
  const Var of_constants = multiply_numbers(tape, c, c);
  EXPECT_TRUE(tape.needs_gradient(x));
  EXPECT_FALSE(tape.needs_gradient(c));
  EXPECT_FALSE(tape.needs_gradient(of_constants));
  tape.backward(multiply_numbers(tape, of_constants, x));
  EXPECT_FALSE(tape.reached(c));
  EXPECT_FALSE(tape.reached(of_constants));
  EXPECT_EQ(tape.gradient(x)(0, 0), 25.0);
}

TEST(Tape, DoesNotReachWhatTheLossDoesNotDependOn) {
  const RunContext run;
  Tape<double> tape(run);
  const auto a = number(3.0);
  const auto b = number(5.0);
  const Var x = tape.parameter(a);
  const Var unused = tape.parameter(b);
  const Var aside = multiply_numbers(tape, unused, unused);
  tape.backward(multiply_numbers(tape, x, x));
  EXPECT_TRUE(tape.reached(x));
  EXPECT_FALSE(tape.reached(aside));
  EXPECT_FALSE(tape.reached(unused));
}

TEST(Tape, BorrowsItsLeaves) {
  const RunContext run;
  Tape<double> tape(run);
  auto a = number(3.0);
  const Var x = tape.parameter(a);
  EXPECT_EQ(&tape.value(x), &a);
  a(0, 0) = 4.0;
  EXPECT_EQ(tape.value(x)(0, 0), 4.0);
}

TEST(Tape, SaysWhichDepositIsTheFirst) {
  const RunContext run;
  Tape<double> tape(run);
  const auto a = number(3.0);
  const Var x = tape.parameter(a);
  std::vector<bool> fresh;
  for (int i = 0; i < 3; ++i) tape.deposit(x, [&](Matrix<double>&, bool first) { fresh.push_back(first); });
  EXPECT_THAT(fresh, ElementsAre(true, false, false));
}

// A result of the tape may hold anything before it is filled; the record of the last epoch must not shine through.
TEST(Tape, ReusesItsMemoryWithoutTraceOfTheLastEpoch) {
  const RunContext run;
  auto x = random_matrix(6, 4, 20);
  const auto w = random_matrix(4, 1, 21);
  const auto ones = Matrix<double>(1, 6, std::vector<double>(6, 1.0));
  Tape<double> tape(run);
  std::vector<Matrix<double>> gradients;
  for (int epoch = 0; epoch < 3; ++epoch) {
    const Var parameter = tape.parameter(x);
    tape.backward(product(tape, tape.constant(ones), product(tape, relu(tape, parameter), tape.constant(w))));
    gradients.push_back(tape.gradient(parameter));
    tape.clear();
  }
  EXPECT_EQ(gradients[0], gradients[1]);
  EXPECT_EQ(gradients[0], gradients[2]);
}

TEST(Tape, HandsMemoryOutAgainOnlyInTheSameShape) {
  const RunContext run;
  Tape<double> tape(run);
  Matrix<double> first = tape.take(2, 3);
  const double* place = first.data();
  tape.give_back(std::move(first));
  EXPECT_EQ(tape.take(3, 2).rows(), 3u);
  const Matrix<double> again = tape.take(2, 3);
  EXPECT_EQ(again.data(), place);
  EXPECT_NE(tape.take(2, 3).data(), place) << "it is in use";
}

TEST(Tape, NeverHandsABorrowedMatrixOut) {
  const RunContext run;
  Tape<double> tape(run);
  const auto a = number(3.0);
  tape.backward(multiply_numbers(tape, tape.parameter(a), tape.parameter(a)));
  tape.clear();
  std::set<const double*> places;
  std::vector<Matrix<double>> taken;
  for (int i = 0; i < 8; ++i) places.insert(taken.emplace_back(tape.take(1, 1)).data());
  EXPECT_EQ(places.size(), 8u) << "each is its own";
  EXPECT_FALSE(places.contains(a.data()));
  EXPECT_EQ(a(0, 0), 3.0);
}

}  // namespace
}  // namespace cgsd
