#include "cgsd/clustering/centre_panels.hpp"

#include <gtest/gtest.h>

#include "cgsd/clustering/nearest_centre.hpp"
#include "cgsd/core/random.hpp"

namespace cgsd {
namespace {

Matrix<double> random_rows(std::size_t rows, std::size_t numbers, double scale, std::uint64_t seed) {
  Matrix<double> result(rows, numbers);
  RandomSequence random{RandomStream(seed)};
  for (double& x : result.values()) x = scale * random.normal();
  return result;
}

// Of row i, in another of the four places every time, between rows that are not asked for.
CentreGuess guessed(const CentrePanels& panels, const Matrix<double>& points, std::size_t i) {
  std::array<std::vector<float>, CentrePanels::kPoints> rounded;
  CentrePanels::Points x;
  for (std::size_t p = 0; p < x.size(); ++p) {
    const auto row = points.row((i + p + points.rows() - i % x.size()) % points.rows());
    for (const double value : row) rounded[p].push_back(static_cast<float>(value));
    x[p] = rounded[p].data();
  }
  return panels.nearest(x)[i % x.size()];
}

// Against distances in double: if certain, then right, and both bounds hold.
TEST(CentrePanels, AreRightIfTheySayThatTheyAreCertain) {
  int certain = 0;
  int all = 0;
  for (const double scale : {1e-30, 1e-12, 1.0, 1e6, 1e18, 1e30}) {
    for (const std::size_t count : {1, 2, 8, 9, 30}) {
      for (const std::size_t numbers : {1, 2, 16, 33}) {
        const auto centres = random_rows(count, numbers, scale, count);
        const auto points = random_rows(200, numbers, scale, numbers + 100);
        const CentrePanels panels(centres);
        const Centres exact(centres);
        for (std::size_t i = 0; i < points.rows(); ++i) {
          ++all;
          const CentreGuess guess = guessed(panels, points, i);
          if (!guess.certain) continue;
          ++certain;
          const NearestCentre nearest = nearest_centre(DensePoints<double>(points), i, exact);
          EXPECT_EQ(guess.centre, nearest.centre);
          EXPECT_GE(guess.nearest, std::sqrt(nearest.squared));
          EXPECT_LE(guess.others, std::sqrt(nearest.second));
        }
      }
    }
  }
  EXPECT_GT(certain, all / 3);
}

TEST(CentrePanels, AreNotCertainOfATieNorBeyondTheRangeOfFloat) {
  const Matrix<double> two(2, 1, {0.0, 2.0});
  const Matrix<double> between(1, 1, {1.0 + 1e-9});
  EXPECT_FALSE(guessed(CentrePanels(two), between, 0).certain);
  const Matrix<double> far(2, 1, {1e200, -1e200});
  EXPECT_FALSE(guessed(CentrePanels(far), far, 0).certain);
}

TEST(CentrePanels, AreNotCertainOfATieBetweenCentresInDifferentLanes) {
  Matrix<double> centres(9, 2);
  for (std::size_t c = 0; c < 9; ++c) centres(c, 0) = 10.0 + static_cast<double>(c);
  centres(3, 0) = 1.0;
  centres(6, 0) = -1.0;
  const Matrix<double> between(1, 2);
  EXPECT_FALSE(guessed(CentrePanels(centres), between, 0).certain);
}

}  // namespace
}  // namespace cgsd
