#include "cgsd/spectral/null_space.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// A path of three and a pair: degrees 1, 2, 1 and 1, 1, sum 6; node 5 has no edge.
TEST(NullSpace, HasAVectorPerComponentAndBeginsWithTheRootsOfTheDegrees) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {1, 2}, {3, 4}});
  const NormalisedLaplacian laplacian(graph, std::vector<double>(graph.entries(), 0.0), RunContext());
  const Matrix<double> basis = null_space(laplacian, RunContext());
  ASSERT_EQ(basis.cols(), 2U);
  const double degrees[] = {1, 2, 1, 1, 1, 0};
  for (std::size_t v = 0; v < 6; ++v) EXPECT_NEAR(basis(v, 0), std::sqrt(degrees[v] / 6.0), 1e-12);
  double squared = 0.0;
  double dot = 0.0;
  for (std::size_t v = 0; v < 6; ++v) {
    squared += basis(v, 1) * basis(v, 1);
    dot += basis(v, 0) * basis(v, 1);
  }
  EXPECT_NEAR(squared, 1.0, 1e-12);
  EXPECT_NEAR(dot, 0.0, 1e-12);
  // the second is constant on each component, up to the roots of the degrees
  EXPECT_NEAR(basis(1, 1), std::sqrt(2.0) * basis(0, 1), 1e-12);
  EXPECT_NEAR(basis(2, 1), basis(0, 1), 1e-12);
  EXPECT_NEAR(basis(4, 1), basis(3, 1), 1e-12);
}

}  // namespace
}  // namespace cgsd
