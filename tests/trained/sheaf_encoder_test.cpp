#include "cgsd/trained/sheaf_encoder.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/products.hpp"
#include "cgsd/trained/gate.hpp"

#include "tests/support/central_differences.hpp"
#include "tests/support/tape_checks.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::ExampleGraph;
using testing::random_matrix;
using testing::times;

constexpr std::size_t kAttributes = 6;

EncoderOptions options_with(bool final_relu) {
  EncoderOptions o;
  o.sheaf = {.heads = 2, .width = 2, .self_term = 0.5, .diffusion = 0.7, .residual = 0.3};
  o.final_relu = final_relu;
  o.modularity_weight = 1.5;
  o.collapse_weight = 4.0;
  o.reconstruction_weight = 0.25;
  return o;
}

EncoderWeights<double> some_weights() {
  return {random_matrix(kAttributes, 8, 1), random_matrix(4, 8, 2), random_matrix(4, 3, 3)};
}

// Dense attributes without zeros, and those of which nine in ten are.
Matrix<float> full_attributes(std::size_t nodes) { return random_matrix<float>(nodes, kAttributes, 4); }
Matrix<float> few_attributes(std::size_t nodes) {
  Matrix<float> x(nodes, kAttributes);
  for (std::size_t v = 0; v < nodes; v += 2) x(v, v % kAttributes) = 1.0f + static_cast<float>(v);
  return x;
}

Matrix<double> relu_of(Matrix<double> m) {
  for (double& x : m.values()) x = std::max(0.0, x);
  return m;
}

Matrix<double> softmax_of(Matrix<double> m) {
  for (std::size_t i = 0; i < m.rows(); ++i) {
    double sum = 0.0;
    for (double& x : m.row(i)) sum += x = std::exp(x);
    for (double& x : m.row(i)) x /= sum;
  }
  return m;
}

struct DenseEncoding {
  Matrix<double> hidden, embedding, assignment;
};

// The slow twin: the lines of the header, head by head, with full matrices and nothing folded.
DenseEncoding dense_encoding(const ExampleGraph& example, const Matrix<float>& x, const EncoderOptions& o) {
  const auto w = some_weights();
  const auto gate = testing::dense_gate(example.dense);
  const Matrix<double> attributes(x.rows(), x.cols(), {x.values().begin(), x.values().end()});
  DenseEncoding e;
  e.hidden = relu_of(testing::diffused_head_by_head(attributes, w.layer1, gate, o.sheaf));
  e.embedding = testing::diffused_head_by_head(e.hidden, w.layer2, gate, o.sheaf);
  if (o.final_relu) e.embedding = relu_of(e.embedding);
  e.assignment = softmax_of(times(e.embedding, w.assignment));
  return e;
}

void expect_dense_encoding(const ExampleGraph& example, const Attributes& attributes, const Matrix<float>& x,
                           bool final_relu) {
  const RunContext run;
  const EncoderOptions options = options_with(final_relu);
  const EncoderInput input{example.graph, attributes, example.curvature};
  const SheafEncoder<double> encoder(input, options, run);
  const EncoderWeights<double> weights = some_weights();
  Tape<double> tape(run);
  const auto w = encoder.on_tape(tape, weights);
  const Var hidden = encoder.hidden(tape, w);
  const auto both = encoder.both(tape, hidden, w);
  const DenseEncoding expected = dense_encoding(example, x, options);
  testing::expect_near(tape.value(hidden), expected.hidden);
  testing::expect_near(tape.value(encoder.embedding(tape, hidden, w)), expected.embedding);
  testing::expect_near(tape.value(encoder.assignment(tape, hidden, w)), expected.assignment);
  testing::expect_near(tape.value(both.embedding), expected.embedding);
  testing::expect_near(tape.value(both.assignment), expected.assignment);
}

TEST(SheafEncoder, IsItsFormulaWithAndWithoutTheFinalRelu) {
  for (const auto& example : {testing::with_isolated_node(), testing::directed_with_loop_and_repeat()}) {
    for (const bool final_relu : {false, true}) {
      const auto full = full_attributes(example.graph.nodes());
      expect_dense_encoding(example, full, full, final_relu);
      expect_dense_encoding(example, to_sparse(full), full, final_relu);
      const auto few = few_attributes(example.graph.nodes());
      expect_dense_encoding(example, few, few, final_relu);
    }
  }
}

// The folded weights must bring the gradient of the formula, too: the twin is differentiated.
TEST(SheafEncoder, HasTheGradientOfItsFormula) {
  const auto example = testing::with_isolated_node();
  const auto x = full_attributes(7);
  const Attributes attributes(x);
  const auto left = random_matrix(1, 7, 8);
  const auto right = random_matrix(3, 1, 9);
  for (const bool final_relu : {false, true}) {
    const EncoderOptions options = options_with(final_relu);
    const EncoderInput input{example.graph, attributes, example.curvature};
    const RunContext run;
    const SheafEncoder<double> encoder(input, options, run);
    EncoderWeights<double> weights = some_weights();
    Tape<double> tape(run);
    const auto w = encoder.on_tape(tape, weights);
    const Var s = encoder.assignment(tape, encoder.hidden(tape, w), w);
    tape.backward(product(tape, product(tape, tape.constant(left), s), tape.constant(right)));
    const auto gate = testing::dense_gate(example.dense);
    const Matrix<double> wide_x(7, kAttributes, {x.values().begin(), x.values().end()});
    const auto loss = [&] {
      auto h = testing::diffused_head_by_head(
          relu_of(testing::diffused_head_by_head(wide_x, weights.layer1, gate, options.sheaf)), weights.layer2, gate,
          options.sheaf);
      if (final_relu) h = relu_of(h);
      return times(times(left, softmax_of(times(h, weights.assignment))), right)(0, 0);
    };
    EXPECT_LE(testing::relative_gradient_error(weights.layer1, tape.gradient(w.layer1), loss), 1e-6);
    EXPECT_LE(testing::relative_gradient_error(weights.layer2, tape.gradient(w.layer2), loss), 1e-6);
    EXPECT_LE(testing::relative_gradient_error(weights.assignment, tape.gradient(w.projection), loss), 1e-6);
  }
}

struct Losses {
  LossRecord record;
  double total = 0.0;  // what is differentiated
  double score = 0.0;
};

Losses losses_of(const EncoderOptions& options, std::int32_t epoch) {
  const auto example = testing::with_isolated_node();
  const Attributes attributes(full_attributes(7));
  const RunContext run;
  const SheafEncoder<double> encoder({example.graph, attributes, example.curvature}, options, run);
  Tape<double> tape(run);
  const auto assignment = softmax_of(random_matrix(7, 3, 6));
  const Var s = tape.constant(assignment);
  std::optional<Var> total;
  Losses out;
  out.record = encoder.losses(tape, s, epoch, total);
  out.total = tape.value(total.value())(0, 0);
  out.score = encoder.score(tape, s);
  return out;
}

TEST(SheafEncoder, WeighsTheLossesOfThePaper) {
  const Losses l = losses_of(options_with(false), 3);
  EXPECT_GT(l.record.reconstruction, 0.0);
  EXPECT_NEAR(l.score, 1.5 * l.record.modularity + 4.0 * l.record.collapse, 1e-12);
  EXPECT_NEAR(l.total, l.score, 1e-12) << "the paper's reconstruction has no gradient";
  EXPECT_NEAR(l.record.total, l.score + 0.25 * l.record.reconstruction, 1e-12);
}

TEST(SheafEncoder, DrawsThePapersNoiseAnewInEveryEpoch) {
  const auto noise = [](std::int32_t epoch) { return losses_of(options_with(false), epoch).record.reconstruction; };
  EXPECT_EQ(noise(3), noise(3));
  EXPECT_NE(noise(3), noise(4));
}

TEST(SheafEncoder, DifferentiatesAllThreeLossesOfTheAuthors) {
  EncoderOptions options = options_with(false);
  options.modularity = options.collapse = options.reconstruction = LossVariant::authors;
  const Losses l = losses_of(options, 0);
  EXPECT_NEAR(l.total, l.record.total, 1e-12);
  EXPECT_NEAR(l.record.total, 1.5 * l.record.modularity + 4.0 * l.record.collapse + 0.25 * l.record.reconstruction,
              1e-12);
  EXPECT_NEAR(l.score, 1.5 * l.record.modularity + 4.0 * l.record.collapse, 1e-12);
  EXPECT_EQ(losses_of(options, 1).record.reconstruction, l.record.reconstruction) << "nothing is drawn";
}

}  // namespace
}  // namespace cgsd
