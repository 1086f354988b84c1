// A quick guess at the nearest centre of a dense point, in float and eight centres at a time, that knows if it is right.
//
// The error. With u = 2⁻²⁴, x and c rounded to float, and d numbers a row, every distance r̃ computed here differs from the
// exact r by at most
//     E = 2 u (2 max‖c‖ + (d + 8) r̃) + 10⁻¹⁸,
// twice what rounding x (‖x‖ ≤ max‖c‖ + r), c, differences, squares and sums can do; 10⁻¹⁸ covers squares that vanish.
// So if the second nearest is farther than the nearest by more than 2 E, the guess is right. Where it is not, or numbers leave the range of float, the caller looks in double:
// the result is the same to the bit as without the guess.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

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

  template <class T>
  CentreGuess nearest(std::span<const T> x) const {
    Floats best = Floats{} + std::numeric_limits<float>::infinity();
    Floats second = best;
    Places place{};
    int panel = 0;
    for (const float* from = panels_.data(); from != panels_.data() + panels_.size(); from += numbers_ * kWidth) {
      const Floats squared = distances(x, from);
      const auto nearer = squared < best;
      const auto next = nearer ? best : squared;
      second = next < second ? next : second;
      best = nearer ? squared : best;
      place = nearer ? Places{} + panel : place;
      ++panel;
    }
    return judged(best, second, place);
  }

 private:
  static constexpr std::size_t kWidth = 8;
  static constexpr float kFarAway = 1e30F;  // its square is infinite
  using Floats = float __attribute__((vector_size(kWidth * sizeof(float))));
  using Places = int __attribute__((vector_size(kWidth * sizeof(int))));

  template <class T>
  Floats distances(std::span<const T> x, const float* panel) const {
    const auto term = [&](std::size_t j) {
      Floats centre;
      std::memcpy(&centre, panel + j * kWidth, sizeof centre);
      const Floats difference = static_cast<float>(x[j]) - centre;
      return difference * difference;
    };
    Floats even{};  // two sums, so that one addition need not wait for the other
    Floats odd{};
    std::size_t j = 0;
    for (; j + 1 < numbers_; j += 2) {
      even += term(j);
      odd += term(j + 1);
    }
    if (j < numbers_) even += term(j);
    return even + odd;
  }

  CentreGuess judged(const Floats& best, const Floats& second, const Places& place) const {
    CentreGuess guess;
    float nearest = std::numeric_limits<float>::infinity();
    float next = nearest;
    for (std::size_t l = 0; l < kWidth; ++l) {
      const bool nearer = best[l] < nearest;
      next = std::min({next, second[l], nearer ? nearest : best[l]});
      guess.centre = nearer ? static_cast<std::size_t>(place[l]) * kWidth + l : guess.centre;
      nearest = nearer ? best[l] : nearest;
    }
    const double near = std::sqrt(static_cast<double>(nearest));
    const double far = std::sqrt(static_cast<double>(next));
    constexpr double kRoundings = 0x1p-23;
    const double error = kRoundings * (2.0 * largest_norm_ + static_cast<double>(numbers_ + 8) * far) + 1e-18;
    guess.certain = far - near > 2.0 * error;  // not if one is infinite or no number
    guess.nearest = near + error;
    guess.others = far - error;
    return guess;
  }

  std::size_t numbers_ = 0;
  std::vector<float> panels_;  // eight centres number by number, then the next eight
  double largest_norm_ = 0.0;
};

}  // namespace cgsd
