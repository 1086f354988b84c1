// Greedy k-means++ (Arthur & Vassilvitskii 2007): each next centre is the best of a few points that are drawn with
// probability proportional to their squared distance from the centres so far. A row that is a centre already is not
// drawn again while there are others. Promises: the same bits at any number of threads. Cost: O(n k log k d).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
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
    const std::size_t trials = 2 + static_cast<std::size_t>(std::log(static_cast<double>(clusters)));
    nearest_.assign(n, std::numeric_limits<double>::infinity());
    block_sums_.assign((n + kPointBlock - 1) / kPointBlock, 0.0);
    accept(random_.below(n), centres.row(0));
    std::vector<std::size_t> drawn(trials);
    for (std::size_t c = 1; c < clusters; ++c) {
      for (std::size_t& point : drawn) point = draw_point();
      const std::vector<double> reached = potentials(drawn);
      const auto best = std::ranges::min_element(reached) - reached.begin();
      accept(drawn[static_cast<std::size_t>(best)], centres.row(c));
    }
    return centres;
  }

 private:
  void place(std::size_t point, std::span<double> centre) const {
    std::ranges::fill(centre, 0.0);
    points_.add(point, 1.0, centre);
  }

  // The point becomes a centre: nearest[i] = min(nearest[i], ‖x_i − centre‖²).
  void accept(std::size_t point, std::span<double> centre) {
    place(point, centre);
    const CentreView to{centre, squared_norm(centre)};
    parallel_for(run_, points_.rows(), kPointBlock, [&](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) {
        nearest_[i] = std::min(nearest_[i], points_.squared_distance_to(to, i));
        sum += nearest_[i];
      }
      block_sums_[begin / kPointBlock] = sum;
    });
  }

  // Σ_i min(nearest[i], ‖x_i − p‖²) for each of these points p, all in one pass.
  std::vector<double> potentials(const std::vector<std::size_t>& drawn) const {
    Matrix<double> rows(drawn.size(), points_.cols());
    for (std::size_t t = 0; t < drawn.size(); ++t) place(drawn[t], rows.row(t));
    const Centres candidates(std::move(rows));
    Matrix<double> parts(block_sums_.size(), (drawn.size() + 3) / 4 * 4);
    parallel_for(run_, points_.rows(), kPointBlock, [&](std::size_t begin, std::size_t end) {
      const auto part = parts.row(begin / kPointBlock);
      for (std::size_t q = 0; 4 * q < drawn.size(); ++q) {
        FourDistances sums{};
        for (std::size_t i = begin; i < end; ++i) {
          const FourDistances four = points_.squared_distances_to(candidates, q, i);
          for (std::size_t t = 0; t < 4; ++t) sums[t] += std::min(nearest_[i], four[t]);
        }
        std::ranges::copy(sums, part.begin() + static_cast<std::ptrdiff_t>(4 * q));
      }
    });
    std::vector<double> reached(drawn.size(), 0.0);
    for (std::size_t b = 0; b < parts.rows(); ++b) {
      for (std::size_t t = 0; t < drawn.size(); ++t) reached[t] += parts(b, t);
    }
    return reached;
  }

  std::size_t draw_point() {
    const double total = std::accumulate(block_sums_.begin(), block_sums_.end(), 0.0);
    if (!(total > 0.0)) return random_.below(nearest_.size());  // every row is a centre already
    double left = random_.uniform() * total;
    std::size_t block = 0;
    for (; block + 1 < block_sums_.size() && left >= block_sums_[block]; ++block) left -= block_sums_[block];
    std::size_t last_possible = 0;
    for (std::size_t i = block * kPointBlock; i < std::min(nearest_.size(), (block + 1) * kPointBlock); ++i) {
      if (nearest_[i] > 0.0) last_possible = i;
      left -= nearest_[i];
      if (left < 0.0) return i;
    }
    // Rounding left something over, or the last block holds centres alone: the last point before that is none.
    for (std::size_t i = block * kPointBlock; last_possible == 0 && i-- > 0;) {
      if (nearest_[i] > 0.0) return i;
    }
    return last_possible;
  }

  const Points& points_;
  RandomSequence& random_;
  const RunContext& run_;
  std::vector<double> nearest_;     // squared distance to the nearest centre so far
  std::vector<double> block_sums_;  // of nearest_, block by block
};

template <class Points>
Matrix<double> plus_plus_centres(const Points& points, std::size_t clusters, RandomSequence& random,
                                 const RunContext& run) {
  return PlusPlusSeeding<Points>(points, random, run).choose(clusters);
}

}  // namespace cgsd
