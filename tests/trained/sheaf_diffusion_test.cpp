#include "cgsd/trained/sheaf_diffusion.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/products.hpp"
#include "cgsd/trained/gate.hpp"

#include "tests/support/central_differences.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::ExampleGraph;
using testing::random_matrix;

constexpr std::size_t kInput = 4;  // columns of Y

Matrix<double> times(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> out(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      for (std::size_t k = 0; k < a.cols(); ++k) out(i, j) += a(i, k) * b(k, j);
    }
  }
  return out;
}

Matrix<double> column_slice(const Matrix<double>& m, std::size_t first, std::size_t count) {
  Matrix<double> out(m.rows(), count);
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < count; ++j) out(i, j) = m(i, first + j);
  }
  return out;
}

// Ŵ as an n × n matrix.
Matrix<double> dense_gate(const testing::DenseGraph& graph) {
  Matrix<double> gate(graph.adjacency.rows(), graph.adjacency.cols());
  for (std::size_t u = 0; u < gate.rows(); ++u) {
    for (std::size_t v = 0; v < gate.cols(); ++v) {
      if (graph.adjacency(u, v) == 0.0 || graph.degree[v] == 0.0) continue;
      gate(u, v) = graph.adjacency(u, v) * testing::textbook_sigmoid(graph.curvature(u, v)) /
                   std::sqrt(graph.degree[u] * graph.degree[v]);
    }
  }
  return gate;
}

// The slow twin: one head after the other, Z_h = a (s Y W_h + Ŵ (Y W_h)) + b (Y W_res)_h.
Matrix<double> diffused_head_by_head(const Matrix<double>& y, const Matrix<double>& weights, const Matrix<double>& gate,
                                     const SheafOptions& o) {
  const auto heads = static_cast<std::size_t>(o.heads);
  const auto width = static_cast<std::size_t>(o.width);
  const auto residual = times(y, column_slice(weights, heads * width, heads * width));
  Matrix<double> z(y.rows(), heads * width);
  for (std::size_t h = 0; h < heads; ++h) {
    const auto own = times(y, column_slice(weights, h * width, width));
    const auto passed = times(gate, own);
    for (std::size_t u = 0; u < y.rows(); ++u) {
      for (std::size_t j = 0; j < width; ++j) {
        z(u, h * width + j) =
            o.diffusion * (o.self_term * own(u, j) + passed(u, j)) + o.residual * residual(u, h * width + j);
      }
    }
  }
  return z;
}

SparseMatrix<double> sparse_gate(const ExampleGraph& example) {
  return SparseMatrix<double>(
      to_csr<double>(example.graph, gate_weights(example.graph, example.curvature, RunContext())));
}

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
  const SparseMatrix<float> gate(to_csr<float>(graph, gate_weights(graph, curvature.values(), RunContext())));
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
