#include "cgsd/learned/convolution_encoder.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"
#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;
using testing::tiny_input;
using Activation = ConvolutionActivation;

Matrix<double> times(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> out(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      for (std::size_t k = 0; k < a.cols(); ++k) out(i, j) += a(i, k) * b(k, j);
    }
  }
  return out;
}

// D^-½ (A + I) D^-½ as an n × n matrix.
Matrix<double> dense_adjacency(const Graph& graph) {
  Matrix<double> a(graph.nodes(), graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    a(u, u) = 1.0 / static_cast<double>(graph.degree(u) + 1);
    for (const NodeId v : graph.neighbours(u)) {
      a(u, v) = 1.0 / std::sqrt(static_cast<double>((graph.degree(u) + 1) * (graph.degree(v) + 1)));
    }
  }
  return a;
}

// Rows divided by their sum; no number of tiny_input is below 0.
Matrix<double> dense_attributes(const AttributedGraph& input) {
  const Matrix<float>& given = input.attributes.dense();
  Matrix<double> x(given.rows(), given.cols());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    double sum = 0.0;
    for (const float value : given.row(i)) sum += static_cast<double>(value);
    for (std::size_t j = 0; j < x.cols() && sum > 0.0; ++j) x(i, j) = static_cast<double>(given(i, j)) / sum;
  }
  return x;
}

// Klambauer et al. 2017 for selu; the slope is that of the test.
double activated(double x, Activation activation) {
  if (activation == Activation::relu) return std::max(0.0, x);
  if (activation == Activation::prelu) return x > 0.0 ? x : -0.3 * x;
  return 1.0507009873554805 * (x > 0.0 ? x : 1.6732632423543772 * (std::exp(x) - 1.0));
}

void layer(Matrix<double>& x, const Matrix<double>& bias) {
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.cols(); ++j) x(i, j) += bias(0, j);
  }
}

// The slow twin: the formula of the header with full matrices.
Matrix<double> dense_encoding(const Matrix<double>& adjacency, const Matrix<double>& x,
                              const std::vector<Matrix<double>>& w, const ConvolutionShape& shape) {
  Matrix<double> h = times(adjacency, times(x, w[0]));
  layer(h, w[1]);
  for (double& value : h.values()) value = activated(value, shape.activation);
  Matrix<double> z = times(adjacency, times(h, w[2]));
  layer(z, w[3]);
  for (double& value : z.values()) value = shape.last_activated ? activated(value, shape.activation) : value;
  return z;
}

ConvolutionShape shape_of(Activation activation, bool last) {
  return {.hidden = 6, .width = 4, .activation = activation, .last_activated = last};
}

std::vector<Matrix<double>> random_weights(const ConvolutionShape& shape) {
  std::vector<Matrix<double>> w = {random_matrix(5, 6, 1), random_matrix(1, 6, 2), random_matrix(6, 4, 3),
                                   random_matrix(1, 4, 4)};
  if (shape.activation == Activation::prelu) w.emplace_back(1, 1, std::vector<double>{-0.3});
  return w;
}

TEST(ConvolutionEncoder, IsTheFormulaWithFullMatrices) {
  const AttributedGraph input = tiny_input();
  for (const Activation activation : {Activation::relu, Activation::prelu, Activation::selu}) {
    for (const bool last : {false, true}) {
      const ConvolutionShape shape = shape_of(activation, last);
      const ConvolutionEncoder<double> encoder(input, shape);
      const auto weights = random_weights(shape);
      ASSERT_EQ(encoder.weights(), weights.size());
      const auto found =
          testing::value_of([&](auto& tape, const auto& w) { return encoder.encoded(tape, w); }, weights);
      testing::expect_near(found,
                           dense_encoding(dense_adjacency(input.graph), dense_attributes(input), weights, shape));
    }
  }
}

// A view that drops nothing and masks columns 1 and 3.
TEST(ConvolutionEncoder, OfAViewLeavesMaskedAttributesOut) {
  const AttributedGraph input = tiny_input();
  const ConvolutionShape shape = shape_of(Activation::relu, false);
  const ConvolutionEncoder<double> encoder(input, shape);
  const RandomView<double> view{normalised_adjacency<double>(input.graph, SelfLoops::added),
                                Matrix<double>(5, 1, {1, 0, 1, 0, 1})};
  const auto weights = random_weights(shape);
  Matrix<double> x = dense_attributes(input);
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, 1) = x(i, 3) = 0.0;
  const auto found =
      testing::value_of([&](auto& tape, const auto& w) { return encoder.encoded(tape, view, w); }, weights);
  testing::expect_near(found, dense_encoding(dense_adjacency(input.graph), x, weights, shape));
}

TEST(ConvolutionEncoder, OfAViewUsesItsAdjacency) {
  const AttributedGraph input = tiny_input();
  const ConvolutionShape shape = shape_of(Activation::selu, true);
  const ConvolutionEncoder<double> encoder(input, shape);
  const RandomView<double> view{normalised_adjacency<double>(testing::graph_of(9, {}), SelfLoops::added),
                                Matrix<double>(5, 1, std::vector<double>(5, 1.0))};
  Matrix<double> identity(9, 9);
  for (std::size_t i = 0; i < 9; ++i) identity(i, i) = 1.0;
  const auto weights = random_weights(shape);
  const auto found =
      testing::value_of([&](auto& tape, const auto& w) { return encoder.encoded(tape, view, w); }, weights);
  testing::expect_near(found, dense_encoding(identity, dense_attributes(input), weights, shape));
}

TEST(ConvolutionEncoder, HasTheRightGradient) {
  const AttributedGraph input = tiny_input();
  const RandomView<double> view{normalised_adjacency<double>(input.graph, SelfLoops::added),
                                Matrix<double>(5, 1, {1, 0, 1, 1, 1})};
  for (const Activation activation : {Activation::prelu, Activation::selu}) {
    const ConvolutionShape shape = shape_of(activation, true);
    const ConvolutionEncoder<double> encoder(input, shape);
    testing::expect_right_gradients([&](auto& tape, const auto& w) { return encoder.encoded(tape, w); },
                                    random_weights(shape));
    testing::expect_right_gradients([&](auto& tape, const auto& w) { return encoder.encoded(tape, view, w); },
                                    random_weights(shape));
  }
}

// Glorot & Bengio: U(−b, b), b = √(6 / (in + out)); variance b²/3.
TEST(ConvolutionEncoder, BeginsWithXavierWeightsAndNoBias) {
  const AttributedGraph input{testing::path_graph(3), random_matrix<float>(3, 100, 1)};
  const ConvolutionEncoder<double> encoder(input, {.hidden = 80, .width = 50, .activation = Activation::prelu});
  const auto weights = encoder.initial_weights(RandomStream(3));
  ASSERT_EQ(weights.size(), 5u);
  const auto expect_xavier = [](const Matrix<double>& w, std::size_t in, std::size_t out) {
    ASSERT_EQ(w.rows(), in);
    ASSERT_EQ(w.cols(), out);
    const double bound = std::sqrt(6.0 / static_cast<double>(in + out));
    double squares = 0.0;
    for (const double x : w.values()) {
      ASSERT_LE(std::abs(x), bound);
      squares += x * x;
    }
    EXPECT_NEAR(squares / static_cast<double>(in * out), bound * bound / 3.0, 0.05 * bound * bound);
  };
  expect_xavier(weights[0], 100, 80);
  expect_xavier(weights[2], 80, 50);
  EXPECT_EQ(weights[1], Matrix<double>(1, 80));
  EXPECT_EQ(weights[3], Matrix<double>(1, 50));
  EXPECT_EQ(weights[4](0, 0), 0.25);
  EXPECT_NE(weights[0](0, 0), weights[2](0, 0)) << "each matrix has a stream of its own";
  EXPECT_EQ(encoder.initial_weights(RandomStream(3))[0], weights[0]);
  EXPECT_NE(encoder.initial_weights(RandomStream(4))[0], weights[0]);
}

}  // namespace
}  // namespace cgsd
