#include "cgsd/trained/sheaf_diffusion.hpp"

#include <gtest/gtest.h>

#include "cgsd/nn/operations/products.hpp"
#include "cgsd/trained/gate.hpp"

#include "tests/support/central_differences.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::dense_gate;
using testing::diffused_head_by_head;
using testing::ExampleGraph;
using testing::random_matrix;
using testing::times;

constexpr std::size_t kInput = 4;  // columns of Y

Gate<double> sparse_gate(const ExampleGraph& example) { return {example.graph, example.curvature, RunContext()}; }

// paper, authors, a negative self term without residual, no diffusion at all
const SheafOptions kOptions[] = {
    {.heads = 2, .width = 3, .self_term = 1.0, .diffusion = 0.7, .residual = 0.3},
    {.heads = 2, .width = 3, .self_term = 0.0, .diffusion = 0.5, .residual = 0.5},
    {.heads = 3, .width = 1, .self_term = -0.4, .diffusion = 1.3, .residual = 0.0},
    {.heads = 1, .width = 2, .self_term = 1.0, .diffusion = 0.0, .residual = 2.0},
};

class SheafDiffusion : public ::testing::TestWithParam<SheafOptions> {
 protected:
  const std::vector<ExampleGraph> examples_ = {testing::with_isolated_node(), testing::directed_with_loop_and_repeat()};

  static Matrix<double> some_weights() {
    return random_matrix(kInput, static_cast<std::size_t>(2 * GetParam().heads * GetParam().width), 2);
  }
};

TEST_P(SheafDiffusion, IsTheDenseFormulaHeadByHead) {
  const auto weights = some_weights();
  for (const auto& example : examples_) {
    const auto y = random_matrix(example.graph.nodes(), kInput, 1);
    const auto gate = sparse_gate(example);
    const RunContext run;
    Tape<double> tape(run);
    const Var wide = product(tape, tape.constant(y), tape.constant(weights));
    const Matrix<double>& z = tape.value(sheaf_blend(tape, wide, gate, GetParam()));
    const auto expected = diffused_head_by_head(y, weights, dense_gate(example.dense), GetParam());
    ASSERT_EQ(z.rows(), expected.rows());
    ASSERT_EQ(z.cols(), expected.cols());
    for (std::size_t i = 0; i < z.values().size(); ++i) EXPECT_NEAR(z.values()[i], expected.values()[i], 1e-14);
  }
}

// Differentiates the dense twin, so that value and gradient cannot be wrong together.
TEST_P(SheafDiffusion, HasTheGradientOfTheDenseFormula) {
  auto weights = some_weights();
  for (const auto& example : examples_) {
    auto y = random_matrix(example.graph.nodes(), kInput, 1);
    const auto left = random_matrix(1, y.rows(), 3);
    const auto right = random_matrix(weights.cols() / 2, 1, 4);
    const auto gate = sparse_gate(example);
    const RunContext run;
    Tape<double> tape(run);
    const Var y_var = tape.parameter(y);
    const Var weights_var = tape.parameter(weights);
    const Var z = sheaf_blend(tape, product(tape, y_var, weights_var), gate, GetParam());
    tape.backward(product(tape, product(tape, tape.constant(left), z), tape.constant(right)));

    const auto dense = dense_gate(example.dense);
    const auto loss = [&] {
      return times(times(left, diffused_head_by_head(y, weights, dense, GetParam())), right)(0, 0);
    };
    EXPECT_LE(testing::relative_gradient_error(weights, tape.gradient(weights_var), loss), 1e-6);
    EXPECT_LE(testing::relative_gradient_error(y, tape.gradient(y_var), loss), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Blends, SheafDiffusion, ::testing::ValuesIn(kOptions),
                         [](const auto& blend) { return "Blend" + std::to_string(blend.index); });

TEST(SheafBlend, LeavesAnIsolatedNodeToItself) {
  const auto example = testing::with_isolated_node();
  const auto gate = sparse_gate(example);
  const RunContext run;
  Tape<double> tape(run);
  Matrix<double> wide(7, 2);
  wide(6, 0) = 10.0;
  wide(6, 1) = 1000.0;
  const SheafOptions options{.heads = 1, .width = 1, .self_term = 2.0, .diffusion = 0.7, .residual = 0.3};
  const Matrix<double>& z = tape.value(sheaf_blend(tape, tape.constant(wide), gate, options));
  EXPECT_NEAR(z(6, 0), 0.7 * 2.0 * 10.0 + 0.3 * 1000.0, 1e-12);
  for (std::size_t u = 0; u < 6; ++u) EXPECT_EQ(z(u, 0), 0.0) << u;
}

TEST(SheafBlend, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(500, 0.02, 6);
  const auto curvature = random_matrix(1, graph.entries(), 7);
  const Gate<float> gate(graph, curvature.values(), RunContext());
  const auto wide = random_matrix<float>(500, 24, 8);
  const auto left = random_matrix<float>(1, 500, 9);
  const auto right = random_matrix<float>(12, 1, 10);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Tape<float> tape(run);
    const Var parameter = tape.parameter(wide);
    const Var z = sheaf_blend(tape, parameter, gate, {.heads = 3, .width = 4});
    tape.backward(product(tape, product(tape, tape.constant(left), z), tape.constant(right)));
    Matrix<float> both(tape.value(z).rows(), 36);
    for (std::size_t u = 0; u < both.rows(); ++u) {
      std::copy_n(tape.value(z).row(u).begin(), 12, both.row(u).begin());
      std::copy_n(tape.gradient(parameter).row(u).begin(), 24, both.row(u).begin() + 12);
    }
    return both;
  });
}

}  // namespace
}  // namespace cgsd
