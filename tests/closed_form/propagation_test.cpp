#include "cgsd/closed_form/propagation.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;

Matrix<double> dense_of(const Csr<float>& csr) {
  Matrix<double> dense(csr.rows, csr.cols);
  for (std::size_t i = 0; i < csr.rows; ++i) {
    for (std::uint64_t p = csr.offsets[i]; p < csr.offsets[i + 1]; ++p)
      dense(i, csr.columns[p]) += static_cast<double>(csr.values[p]);
  }
  return dense;
}

// 0–1–2 and the lone node 3: degrees with the loop 2, 3, 2, 1.
TEST(Propagation, AveragesAPathByHand) {
  const Csr<float> p = propagation_matrix(testing::graph_of(4, {{0, 1}, {1, 2}}), 0.0, "test");
  const auto across = static_cast<float>(1.0 / std::sqrt(6.0));
  EXPECT_THAT(p.offsets, ElementsAre(0, 2, 5, 7, 8));
  EXPECT_THAT(p.columns, ElementsAre(0, 1, 0, 1, 2, 1, 2, 3));
  EXPECT_THAT(p.values, ElementsAre(0.5f, FloatEq(across), FloatEq(across), FloatEq(1.0f / 3.0f), FloatEq(across),
                                    FloatEq(across), 0.5f, 1.0f));
}

// The slow twin: dense matrices, formed and multiplied as the formula says.
TEST(Propagation, IsTheFormulaOfDenseMatrices) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Graph graph = testing::random_graph(20, 0.2, seed, seed % 2 == 1);
    const double share = seed < 3 ? 0.0 : 0.5;
    Matrix<double> looped(20, 20);
    std::vector<double> degree(20, 0.0);
    for (NodeId u = 0; u < 20; ++u) {
      looped(u, u) = 1.0;
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        looped(u, graph.targets()[i]) = graph.weighted() ? graph.weights()[i] : 1.0;
      for (const double x : looped.row(u)) degree[u] += x;
    }
    const Matrix<double> p = dense_of(propagation_matrix(graph, share, "test"));
    for (std::size_t u = 0; u < 20; ++u) {
      for (std::size_t v = 0; v < 20; ++v) {
        const double averaged = looped(u, v) / std::sqrt(degree[u] * degree[v]);
        EXPECT_NEAR(p(u, v), (u == v ? share : 0.0) + (1.0 - share) * averaged, 1e-7);
      }
    }
  }
}

TEST(Propagation, RefusesDirectedGraphsAndWeightsBelowZero) {
  EXPECT_EQ(
      testing::error_text<InvalidArgument>([] { propagation_matrix(testing::directed_input().graph, 0.0, "ssgc"); }),
      "ssgc: needs an undirected graph; leave --directed out");
  const EntryList negative{.nodes = 2, .entries = {{0, 1}}, .weights = {-1.0}};
  const Graph graph = build_graph(negative, {}, RunContext()).graph;
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { propagation_matrix(graph, 0.0, "agc"); }),
              ::testing::StartsWith("agc: edge 0–1 has weight -1"));
}

}  // namespace
}  // namespace cgsd
