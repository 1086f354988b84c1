// The whole encoder at given weights: gradients, attributes in either form, initial weights.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/trained/train.hpp"

#include "tests/support/central_differences.hpp"
#include "tests/trained/training_problem.hpp"

namespace cgsd {
namespace {

using testing::authors_options;
using testing::paper_options;
using testing::Problem;
using testing::small_directed_problem;
using testing::small_problem;

void expect_right_gradient(const Problem& problem, const EncoderOptions& options) {
  const RunContext run({.seed = 8});
  auto weights = initial_state<double>(problem.input(), options, run).weights;
  auto gradient = evaluate(problem.input(), options, weights, run).gradient;
  const auto total = [&] { return evaluate(problem.input(), options, weights, run).losses.total; };
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(testing::relative_gradient_error(*weights.all()[i], *gradient.all()[i], total), 1e-6) << "weights " << i;
  }
}

TEST(Encoder, HasTheRightGradientWithTheOptionsOfThePaper) {
  expect_right_gradient(small_problem(), paper_options());
  expect_right_gradient(small_problem(true), paper_options());
}

TEST(Encoder, HasTheRightGradientWithTheOptionsOfTheAuthors) {
  expect_right_gradient(small_directed_problem(), authors_options());
  expect_right_gradient(small_directed_problem(true), authors_options());
}

TEST(Encoder, SeesTheSameInSparseAndDenseAttributes) {
  const RunContext run;
  for (const auto& options : {paper_options(), authors_options()}) {
    // Of dense attributes that are mostly 0 the encoder makes sparse ones: these are not.
    Problem full = small_problem();
    full.attributes = testing::random_matrix<float>(full.graph.nodes(), full.attributes.cols(), 23);
    Problem stored = small_problem();
    stored.attributes = to_sparse(full.attributes.dense());
    const auto weights = initial_state<double>(full.input(), options, run).weights;
    auto dense = evaluate(full.input(), options, weights, run);
    auto sparse = evaluate(stored.input(), options, weights, run);
    EXPECT_NEAR(dense.losses.total, sparse.losses.total, 1e-13);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto expected = dense.gradient.all()[i]->values();
      const auto found = sparse.gradient.all()[i]->values();
      for (std::size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(expected[j], found[j], 1e-14);
    }
  }
}

TEST(Encoder, WeighsTheLosses) {
  const auto problem = small_problem();
  EncoderOptions options = paper_options();
  options.modularity_weight = 2.0;
  options.collapse_weight = -0.5;
  options.reconstruction_weight = 3.0;
  const RunContext run;
  const auto weights = initial_state<double>(problem.input(), options, run).weights;
  const LossRecord loss = evaluate(problem.input(), options, weights, run).losses;
  EXPECT_NEAR(loss.total, 2.0 * loss.modularity - 0.5 * loss.collapse + 3.0 * loss.reconstruction, 1e-14);
  EXPECT_GT(loss.reconstruction, 0.0);
  expect_right_gradient(problem, options);
}

TEST(InitialWeights, AreXavierUniformHeadByHead) {
  const Problem problem(testing::random_graph(20, 0.2, 1), 300, false);
  EncoderOptions options = paper_options();
  options.gain = 2.0;
  options.assignment_gain = 0.5;
  const auto w = initial_state<double>(problem.input(), options, RunContext()).weights;
  // fan_in 300; fan_out 4 for a head, 8 for the residual: the largest of 1200 uniform draws is close to the bound.
  const auto largest = [](const Matrix<double>& m, std::size_t first, std::size_t count) {
    double most = 0.0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
      for (const double x : m.row(i).subspan(first, count)) most = std::max(most, std::abs(x));
    }
    return most;
  };
  const auto expect_bound = [](double most, double bound) {
    EXPECT_LE(most, bound);
    EXPECT_GT(most, 0.97 * bound);
  };
  expect_bound(largest(w.layer1, 0, 4), 2.0 * std::sqrt(6.0 / 304.0));
  expect_bound(largest(w.layer1, 4, 4), 2.0 * std::sqrt(6.0 / 304.0));
  expect_bound(largest(w.layer1, 8, 8), 2.0 * std::sqrt(6.0 / 308.0));
  EXPECT_LE(largest(w.assignment, 0, 3), 0.5 * std::sqrt(6.0 / 11.0));
  EXPECT_GT(largest(w.assignment, 0, 3), 0.8 * 0.5 * std::sqrt(6.0 / 11.0));  // the largest of 24 draws
}

}  // namespace
}  // namespace cgsd
