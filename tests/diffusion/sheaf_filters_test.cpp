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

  GraphView view() const { return {graph.offsets(), graph.targets(), weight}; }

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
  // (D + I)^−½ (I ± W) (D + I)^−½, dense
  Eigen::MatrixXd looped(double sign) const {
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(30, 30);
    for (NodeId u = 0; u < 30; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) w(u, graph.targets()[i]) = weight[i];
    }
    const Eigen::VectorXd root = (w.rowwise().sum().array() + 1.0).sqrt();
    const Eigen::MatrixXd m = Eigen::MatrixXd::Identity(30, 30) + sign * w;
    return root.cwiseInverse().asDiagonal() * m * root.cwiseInverse().asDiagonal();
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

void expect_near(const Matrix<float>& found, const Eigen::MatrixXd& expected) {
  for (std::size_t i = 0; i < found.rows(); ++i) {
    for (std::size_t j = 0; j < found.cols(); ++j)
      EXPECT_NEAR(found(i, j), expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 1e-5);
  }
}

TEST(SheafFilters, PushApartIsThePolynomialOfTheHeader) {
  const Example e;
  const Eigen::MatrixXd m = e.matrix();
  const Eigen::MatrixXd z = e.attributes();
  expect_near(push_apart(e.view(), e.z, 0.8, RunContext()), z - 0.8 * m * z + 0.64 * m * m * z);
}

TEST(SheafFilters, PullTogetherIsTheMeanOfWalksThatMayRest) {
  const Example e;
  const Eigen::MatrixXd z = e.attributes();
  for (const WalkSign sign : {WalkSign::equal, WalkSign::opposite}) {
    const Eigen::MatrixXd m = e.looped(sign == WalkSign::equal ? 1.0 : -1.0);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(30, 3);
    for (int t = 0; t <= 4; ++t) {
      Eigen::MatrixXd walked = z;
      for (int s = 0; s < t; ++s) walked = m * walked;
      expected += walked;
    }
    for (Eigen::Index u = 0; u < 30; ++u) expected.row(u) /= std::sqrt(expected.row(u).norm());
    expected *= z.norm() / expected.norm();
    expect_near(pull_together(e.view(), e.z, {.steps = 4, .sign = sign}, RunContext()), expected);
  }
}

// By hand: a pair of nodes with values 1 and 0. Ŝ is ½ everywhere, so that after any step both have ½: with two steps
// 1 + ½ + ½ = 2 and ½ + ½ = 1, square roots √2 and 1, and the mean square of z is ½, so both are divided by √3. An
// isolated node keeps its value, 3 times 4, whose root is √12. With the opposite sign the other node has −1.
TEST(SheafFilters, PullTogetherOfAPairAndOfAnIsolatedNode) {
  const Graph graph = testing::graph_of(3, {{0, 1}});
  const Matrix<float> z(3, 1, {1.0F, 0.0F, 4.0F});
  for (const WalkSign sign : {WalkSign::equal, WalkSign::opposite}) {
    const double other = sign == WalkSign::equal ? 1.0 : -1.0;
    const Matrix<float> all = pull_together(graph, z, {.steps = 2, .sign = sign}, RunContext());
    const double scale = std::sqrt(17.0 / 15.0);  // 1 + 16 against 2 + 1 + 12
    EXPECT_NEAR(all(0, 0), std::sqrt(2.0) * scale, 1e-5);
    EXPECT_NEAR(all(1, 0), other * scale, 1e-5);
    EXPECT_NEAR(all(2, 0), std::sqrt(12.0) * scale, 1e-5);
    const Matrix<float> first = pull_together(graph, z, {.steps = 2, .measured = 2, .sign = sign}, RunContext());
    EXPECT_NEAR(first(0, 0), std::sqrt(2.0 / 3.0), 1e-5) << "the size is that of the first two rows";
  }
}

// Two far ends of strong communities: what a node is pulled to is its community's mean.
TEST(SheafFilters, PullTogetherFindsTheMeanOfACommunity) {
  const Graph graph = testing::complete_graph(12);
  Matrix<float> z(12, 1);
  for (std::size_t i = 0; i < 12; ++i) z(i, 0) = 1.0F + (i % 2 == 0 ? 0.5F : -0.5F);
  const Matrix<float> pulled = pull_together(graph, z, {.steps = 10}, RunContext());
  // A step gives the mean, 1: 10 + 1.5 and 10 + 0.5, and their square roots.
  for (std::size_t i = 1; i < 12; i += 2) EXPECT_NEAR(pulled(i, 0) / pulled(0, 0), std::sqrt(10.5 / 11.5), 1e-5);
}

// Of one column, the mean is all that walks leave: it goes, and what is left is how nodes differ from it.
TEST(SheafFilters, PullTogetherTakesOutDegreesThatDrownTheRest) {
  const Graph graph = testing::complete_graph(12);
  Matrix<float> z(12, 1);
  for (std::size_t i = 0; i < 12; ++i) z(i, 0) = 1.0F + (i % 2 == 0 ? 0.5F : -0.5F);
  const Matrix<float> pulled = pull_together(graph, z, {.steps = 10, .degrees_may_drown = true}, RunContext());
  for (std::size_t i = 1; i < 12; i += 2) EXPECT_NEAR(pulled(i, 0) / pulled(0, 0), -1.0, 1e-3);
}

TEST(SheafFilters, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(1500, 0.01, 3);
  const Matrix<float> z = testing::random_matrix<float>(1500, 5, 4);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return pull_together(graph, z, {.steps = 6}, run); });
}

}  // namespace
}  // namespace cgsd
