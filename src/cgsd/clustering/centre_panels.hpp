// A quick guess at the nearest centre of dense points, in float, four points and eight or sixteen centres at a time, that
// knows if it is right.
//
// The error. With u = 2⁻²⁴, x and c rounded to float, and d numbers a row, every distance r̃ computed here differs from the
// exact r by at most
//     E = 2 u (2 max‖c‖ + (d + 8) r̃) + 10⁻¹⁸,
// twice what rounding x (‖x‖ ≤ max‖c‖ + r), c, differences, squares and sums can do; 10⁻¹⁸ covers squares that vanish.
// So if the second nearest is farther than the nearest by more than 2 E, the guess is right. If it is not, or numbers leave the range of float, the caller looks in double:
// the result is the same to the bit as without the guess.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#ifdef __FMA__
#include <immintrin.h>
#endif

#include "cgsd/core/matrix.hpp"

namespace cgsd {

struct CentreGuess {
  bool certain = false;
  std::size_t centre = 0;
  double nearest = 0.0;  // it is at most this far away
  double others = 0.0;   // every other centre at least this
};

class CentrePanels {
 public:
  static constexpr std::size_t kPoints = 4;
  using Points = std::array<const float*, kPoints>;  // rows of as many numbers as the centres have
  using Guesses = std::array<CentreGuess, kPoints>;

  CentrePanels() = default;
  explicit CentrePanels(const Matrix<double>& centres)
      : numbers_(centres.cols()), panels_((centres.rows() + kWidth - 1) / kWidth * centres.cols() * kWidth, kFarAway) {
    double largest = 0.0;
    for (std::size_t c = 0; c < centres.rows(); ++c) {
      double squared = 0.0;
      for (std::size_t j = 0; j < numbers_; ++j) {
        panels_[(c / kWidth * numbers_ + j) * kWidth + c % kWidth] = static_cast<float>(centres(c, j));
        squared += centres(c, j) * centres(c, j);
      }
      largest = std::max(largest, squared);
    }
    largest_norm_ = std::sqrt(largest);
  }

  Guesses nearest(const Points& x) const {
    std::array<Nearest, kPoints> found;
    const std::size_t panels = panels_.size() / std::max<std::size_t>(1, numbers_ * kWidth);
    std::size_t panel = 0;
    for (; panel + 2 <= panels; panel += 2) compare<2>(x, panel, found);
    if (panel < panels) compare<1>(x, panel, found);
    Guesses guesses;
    for (std::size_t i = 0; i < kPoints; ++i) judge(found[i], guesses[i]);
    return guesses;
  }

 private:
  static constexpr std::size_t kWidth = 8;
  static constexpr float kFarAway = 1e30F;  // its square is infinite
  static constexpr float kNowhere = std::numeric_limits<float>::infinity();
  using Floats = float __attribute__((vector_size(kWidth * sizeof(float))));
  using Places = int __attribute__((vector_size(kWidth * sizeof(int))));

  // Of the centres c, c + 8, c + 16, … in each lane c: the nearest, its panel, the second nearest. Squared distances.
  struct Nearest {
    Floats best = Floats{} + kNowhere;
    Floats second = best;
    Places panel{};
  };

  static Floats smaller(Floats a, Floats b) { return a < b ? a : b; }
  static Floats square_added(Floats x, Floats sum) {
#ifdef __FMA__
    return _mm256_fmadd_ps(x, x, sum);
#else
    return x * x + sum;
#endif
  }

  // Panels `first` and those beside it.
  template <std::size_t Panels>
  void compare(const Points& x, std::size_t first, std::array<Nearest, kPoints>& found) const {
    Floats squared[kPoints][Panels] = {};
    const float* const from = panels_.data() + first * numbers_ * kWidth;
    for (std::size_t j = 0; j < numbers_; ++j) {
      Floats centres[Panels];
      for (std::size_t p = 0; p < Panels; ++p)
        std::memcpy(&centres[p], from + (p * numbers_ + j) * kWidth, sizeof centres[p]);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kPoints; ++i) {
#pragma GCC unroll 2
        for (std::size_t p = 0; p < Panels; ++p) squared[i][p] = square_added(x[i][j] - centres[p], squared[i][p]);
      }
    }
    for (std::size_t i = 0; i < kPoints; ++i) {
      for (std::size_t p = 0; p < Panels; ++p) take(squared[i][p], static_cast<int>(first + p), found[i]);
    }
  }

  static void take(Floats squared, int panel, Nearest& found) {
    const auto nearer = squared < found.best;
    found.second = smaller(nearer ? found.best : squared, found.second);
    found.best = nearer ? squared : found.best;
    found.panel = nearer ? Places{} + panel : found.panel;
  }

  // The smallest of the lanes, in every lane.
  template <class Lanes>
  static Lanes smallest(Lanes v) {
    const Lanes halves = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
    v = v < halves ? v : halves;
    const Lanes pairs = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
    v = v < pairs ? v : pairs;
    const Lanes others = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
    return v < others ? v : others;
  }

  void judge(const Nearest& found, CentreGuess& guess) const {
    constexpr Places kLane = {0, 1, 2, 3, 4, 5, 6, 7};
    const Floats nearest = smallest(found.best);
    const Places lane = smallest(found.best == nearest ? kLane : Places{} + static_cast<int>(kWidth));
    const Floats next = smallest(kLane == lane ? found.second : found.best);
    const auto own = static_cast<std::size_t>(lane[0]) % kWidth;  // no lane if no distance is a number
    guess.centre = static_cast<std::size_t>(found.panel[own]) * kWidth + own;
    const double near = std::sqrt(static_cast<double>(nearest[0]));
    const double far = std::sqrt(static_cast<double>(next[0]));
    constexpr double kRoundings = 0x1p-23;
    const double error = kRoundings * (2.0 * largest_norm_ + static_cast<double>(numbers_ + 8) * far) + 1e-18;
    guess.certain = far - near > 2.0 * error;  // not if one is infinite or no number
    guess.nearest = near + error;
    guess.others = far - error;
  }

  std::size_t numbers_ = 0;
  std::vector<float> panels_;  // eight centres number by number, then the next eight
  double largest_norm_ = 0.0;
};

}  // namespace cgsd
