// Greedy k-means++ (Arthur & Vassilvitskii 2007): each next centre is the best of a few points that are drawn with
// probability proportional to their squared distance from the centres so far. A row that is a centre already is not
// drawn again while there are others. Promises: the same bits at any number of threads. Cost: O(n k log k d).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cgsd/clustering/point_rows.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {

inline constexpr std::size_t kPointBlock = 2048;  // points that one task looks at

template <class Points>
class PlusPlusSeeding {
 public:
  PlusPlusSeeding(const Points& points, RandomSequence& random, const RunContext& run)
      : points_(points), random_(random), run_(run) {}

  Matrix<double> choose(std::size_t clusters) {
    const std::size_t n = points_.rows();
    Matrix<double> centres(clusters, points_.cols());
    const int trials = 2 + static_cast<int>(std::log(static_cast<double>(clusters)));
    nearest_.assign(n, std::numeric_limits<double>::infinity());
    place(random_.below(n), centres.row(0));
    double potential = distances_to(centres.row(0), nearest_);
    std::vector<double> candidate(n);
    std::vector<double> best(n);
    for (std::size_t c = 1; c < clusters; ++c) {
      double best_potential = std::numeric_limits<double>::infinity();
      std::size_t best_point = 0;
      for (int trial = 0; trial < trials; ++trial) {
        const std::size_t drawn = draw_point(potential);
        place(drawn, centres.row(c));
        const double reached = distances_to(centres.row(c), candidate);
        if (reached < best_potential) {
          best_potential = reached;
          best_point = drawn;
          std::swap(best, candidate);
        }
      }
      place(best_point, centres.row(c));
      std::swap(nearest_, best);
      potential = best_potential;
    }
    return centres;
  }

 private:
  void place(std::size_t point, std::span<double> centre) const {
    std::ranges::fill(centre, 0.0);
    points_.add(point, 1.0, centre);
  }

  // out[i] = min(nearest[i], ‖x_i − centre‖²); returns the sum.
  double distances_to(std::span<const double> centre, std::vector<double>& out) const {
    const CentreView to{centre, squared_norm(centre)};
    return ordered_sum<double>(run_, points_.rows(), kPointBlock, [&](std::size_t begin, std::size_t end) {
      double part = 0.0;
      for (std::size_t i = begin; i < end; ++i) {
        out[i] = std::min(nearest_[i], points_.squared_distance_to(to, i));
        part += out[i];
      }
      return part;
    });
  }

  std::size_t draw_point(double total) {
    if (!(total > 0.0)) return random_.below(nearest_.size());  // every row is a centre already
    const double target = random_.uniform() * total;
    double sum = 0.0;
    std::size_t last_possible = 0;
    for (std::size_t i = 0; i < nearest_.size(); ++i) {
      if (nearest_[i] > 0.0) last_possible = i;
      sum += nearest_[i];
      if (sum > target) return i;
    }
    return last_possible;
  }

  const Points& points_;
  RandomSequence& random_;
  const RunContext& run_;
  std::vector<double> nearest_;  // squared distance to the nearest centre so far
};

template <class Points>
Matrix<double> plus_plus_centres(const Points& points, std::size_t clusters, RandomSequence& random,
                                 const RunContext& run) {
  return PlusPlusSeeding<Points>(points, random, run).choose(clusters);
}

}  // namespace cgsd
