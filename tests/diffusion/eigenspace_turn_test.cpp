#include "cgsd/diffusion/eigenspace_turn.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(EigenspaceTurn, IsNothingIfNoEigenvalueOccursTwice) {
  const Matrix<double> form(3, 3, {1.0, 0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 1.0});
  EXPECT_EQ(eigenspace_turn(std::vector{0.6, 0.5, -0.5}, form).rows(), 0u);
  EXPECT_EQ(eigenspace_turn(std::vector<double>{}, Matrix<double>(0, 0)).rows(), 0u);
}

// [[.5, .3], [.3, .5]] has (1, 1)/√2 with .8 and (1, −1)/√2 with .2. The eigenvalue between the two stays as it is.
TEST(EigenspaceTurn, PutsWhatIsExplainedBestFirst) {
  const Matrix<double> form(3, 3, {0.5, 0.1, 0.3, 0.1, 0.9, 0.1, 0.3, 0.1, 0.5});
  const Matrix<double> turn = eigenspace_turn(std::vector{0.5, -0.4, 0.5 + 1e-9}, form);
  const double half = std::sqrt(0.5);
  ASSERT_EQ(turn.rows(), 3u);
  EXPECT_NEAR(turn(0, 0), half, 1e-12);
  EXPECT_NEAR(turn(2, 0), half, 1e-12);
  EXPECT_NEAR(std::abs(turn(0, 2)), half, 1e-12);
  EXPECT_NEAR(turn(0, 2), -turn(2, 2), 1e-12);
  EXPECT_EQ(turn(1, 1), 1.0);
  for (const std::size_t j : {0u, 2u}) {
    EXPECT_EQ(turn(1, j), 0.0);
    EXPECT_EQ(turn(j, 1), 0.0);
  }
}

}  // namespace
}  // namespace cgsd
