#include "cgsd/learned/graph_convolution.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/tape_checks.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(GraphConvolution, NormalisesThePathOfThreeByHand) {
  const Graph path = testing::path_graph(3);
  const auto with_loops = normalised_adjacency<double>(path, SelfLoops::added).rows;
  const double sixth = 1.0 / std::sqrt(6.0);
  EXPECT_THAT(with_loops.columns, ElementsAre(0, 1, 0, 1, 2, 1, 2));
  testing::expect_near(Matrix<double>(1, 7, with_loops.values),
                       Matrix<double>(1, 7, {0.5, sixth, sixth, 1.0 / 3.0, sixth, sixth, 0.5}), 1e-15);
  const auto without = normalised_adjacency<double>(path, SelfLoops::none).rows;
  for (const double x : without.values) EXPECT_NEAR(x, std::sqrt(0.5), 1e-15);
}

TEST(GraphConvolution, CountsEdgeWeightsAndLeavesRowsWithoutEdgesEmpty) {
  const Graph graph = build_graph({.nodes = 3, .entries = {{0, 1}}, .weights = {3.0}}, {}, RunContext()).graph;
  EXPECT_THAT(normalised_adjacency<double>(graph, SelfLoops::added).rows.values,
              ElementsAre(0.25, 0.75, 0.75, 0.25, 1));
  EXPECT_THAT(normalised_adjacency<double>(graph, SelfLoops::none).rows.offsets, ElementsAre(0, 1, 2, 2));
}

// Mostly zeros or not, sparse or dense: the same product.
TEST(GraphConvolution, MultipliesAttributesOfEveryForm) {
  const auto weights = testing::random_matrix(4, 3, 2);
  for (const bool mostly_zero : {false, true}) {
    Matrix<float> dense = testing::random_matrix<float>(6, 4, 1);
    for (std::size_t i = 0; i < 24 && mostly_zero; ++i) dense.values()[i] *= i % 4 == 0 ? 1.0f : 0.0f;
    Matrix<double> expected(6, 3);
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = 0.0;
      for (const float x : dense.row(i)) sum += std::abs(static_cast<double>(x));
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 4; ++k) expected(i, j) += static_cast<double>(dense(i, k)) * weights(k, j) / sum;
      }
    }
    for (const Attributes& attributes : {Attributes(dense), Attributes(to_sparse(dense))}) {
      const AttributeMatrix<double> x(attributes, AttributeRows::of_sum_one);
      const auto product = testing::value_of([&](auto& tape, const auto& w) { return x.times(tape, w[0]); }, {weights});
      testing::expect_near(product, expected, 1e-12);
    }
  }
}

TEST(GraphConvolution, DropsElementsAndScalesTheRest) {
  const Matrix<float> ones(100, 100, std::vector<float>(10'000, 1.0f));
  const std::vector<std::uint32_t> rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const AttributeMatrix<double> x(ones, AttributeRows::as_given);
  double sum = 0.0;
  for (const double value : x.dropped(0.2, RandomStream(3)).sparse_rows(rows).values) {
    EXPECT_EQ(value, 1.25);
    sum += value;
  }
  EXPECT_NEAR(sum / 1000.0, 1.0, 0.1);
  EXPECT_EQ(x.sparse_rows(rows).values, std::vector<double>(1000, 1.0));
}

TEST(GraphConvolution, GivesChosenRowsWithoutTheirZeros) {
  const Matrix<float> dense(3, 3, {1, 0, 2, 0, 0, 0, 0, 3, 0});
  const std::vector<std::uint32_t> chosen = {2, 1, 0};
  for (const Attributes& attributes : {Attributes(dense), Attributes(to_sparse(dense))}) {
    const Csr<double> rows = AttributeMatrix<double>(attributes, AttributeRows::as_given).sparse_rows(chosen);
    EXPECT_EQ(rows.rows, 3u);
    EXPECT_EQ(rows.cols, 3u);
    EXPECT_THAT(rows.offsets, ElementsAre(0, 1, 1, 3));
    EXPECT_THAT(rows.columns, ElementsAre(1, 0, 2));
    EXPECT_THAT(rows.values, ElementsAre(3.0, 1.0, 2.0));
  }
}

}  // namespace
}  // namespace cgsd
