#include "cgsd/diffusion/sheaf_filters.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

struct Example {
  Graph graph = testing::random_graph(30, 0.05, 11);  // with isolated nodes
  std::vector<double> weight = std::vector<double>(graph.entries());
  Matrix<float> z = testing::random_matrix<float>(30, 3, 12);

  Example() {
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        weight[i] = 1.0 / (1.0 + static_cast<double>((u + graph.targets()[i]) % 5));
    }
  }

  // D^−½ W D^−½, dense
  Eigen::MatrixXd matrix() const {
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(30, 30);
    for (NodeId u = 0; u < 30; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) w(u, graph.targets()[i]) = weight[i];
    }
    const Eigen::VectorXd degree = w.rowwise().sum();
    for (Eigen::Index u = 0; u < 30; ++u) {
      for (Eigen::Index v = 0; v < 30; ++v) {
        if (w(u, v) > 0.0) w(u, v) /= std::sqrt(degree(u) * degree(v));
      }
    }
    return w;
  }
  Eigen::MatrixXd attributes() const {
    Eigen::MatrixXd out(30, 3);
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = static_cast<double>(z(i, j));
    }
    return out;
  }
};

// By recursion from the leaves of a tree of degree 3 and depth 4: the precision with which a node `steps` away from the
// root knows its own signal, and what the product of the factors on the way to the root is.
double precision_at(int steps, double strength, double share) {
  const double own = share / (1.0 - share);
  if (steps == 4) return own;
  const double child = precision_at(steps + 1, strength, share);
  // A child says x_child = λ x + noise of variance 1 − λ², and knows x_child up to 1 / child.
  return own + 3.0 * strength * strength / (1.0 / child + 1.0 - strength * strength);
}
double tree_weight(double strength, double share, int steps) {
  if (steps == 0) return 1.0;
  const double passed = strength / (1.0 + precision_at(steps, strength, share) * (1.0 - strength * strength));
  return 3.0 * passed * tree_weight(strength, share, steps - 1);
}

void expect_near(const Matrix<float>& found, const Eigen::MatrixXd& expected) {
  for (std::size_t i = 0; i < found.rows(); ++i) {
    for (std::size_t j = 0; j < found.cols(); ++j)
      EXPECT_NEAR(found(i, j), expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 1e-5);
  }
}

TEST(SheafFilters, PushApartIsThePolynomialOfTheHeader) {
  const Example e;
  const auto s = symmetric_normalised(e.graph, e.weight, RunContext());
  const Eigen::MatrixXd m = e.matrix();
  const Eigen::MatrixXd z = e.attributes();
  expect_near(push_apart(s, e.z, 0.8, RunContext()), z - 0.8 * m * z + 0.64 * m * m * z);
}

TEST(SheafFilters, PullTogetherIsBeliefPropagationOnATreeAndKeepsIsolatedNodes) {
  const Example e;
  const auto s = symmetric_normalised(e.graph, e.weight, RunContext());
  const Eigen::MatrixXd m = e.matrix();
  const Eigen::MatrixXd z = e.attributes();
  for (const double strength : {0.6, -0.5}) {
    Eigen::MatrixXd expected = z;
    Eigen::MatrixXd power = z;
    for (int k = 1; k <= 4; ++k) {
      power = m * power;
      expected += std::clamp(tree_weight(strength, 0.3, k), -30.0, 30.0) * power;
    }
    expected *= z.norm() / expected.norm();
    int isolated = 0;
    for (NodeId u = 0; u < 30; ++u) {
      if (e.graph.degree(u) > 0) continue;
      expected.row(u) = z.row(u);
      ++isolated;
    }
    EXPECT_GT(isolated, 0);
    expect_near(pull_together(s, e.z, {strength, 0.3, 3.0, 4}, RunContext()), expected);
  }
}

// Two far ends of strong communities: what a node is pulled to is its community's mean.
TEST(SheafFilters, PullTogetherFindsTheMeanOfACommunity) {
  const Graph graph = testing::complete_graph(12);
  const std::vector<double> ones(graph.entries(), 1.0);
  Matrix<float> z(12, 1);
  for (std::size_t i = 0; i < 12; ++i) z(i, 0) = 1.0F + (i % 2 == 0 ? 0.5F : -0.5F);
  const Matrix<float> pulled =
      pull_together(symmetric_normalised(graph, ones, RunContext()), z, {1.0, 0.5, 11.0, 6}, RunContext());
  for (std::size_t i = 1; i < 12; ++i) EXPECT_NEAR(pulled(i, 0) / pulled(0, 0), 1.0, 0.05);
}

TEST(SheafFilters, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(1500, 0.01, 3);
  const std::vector<double> ones(graph.entries(), 1.0);
  const Matrix<float> z = testing::random_matrix<float>(1500, 5, 4);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return pull_together(symmetric_normalised(graph, ones, run), z, {0.5, 0.2, 15.0, 6}, run);
  });
}

}  // namespace
}  // namespace cgsd
