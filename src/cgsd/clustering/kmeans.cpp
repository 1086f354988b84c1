#include "cgsd/clustering/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/clustering/centre_panels.hpp"
#include "cgsd/clustering/nearest_centre.hpp"
#include "cgsd/clustering/point_rows.hpp"
#include "cgsd/clustering/seeding.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/fetch_ahead.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kBlock = kPointBlock;
constexpr std::size_t kAhead = 32;     // points between asking for a row and using it
constexpr std::size_t kFetched = 256;  // bytes of it
constexpr double kNearBest = 1.01;
constexpr double kAsGood = 1.001;

// One start: iterations from the given centres until nothing moves.
template <class Points>
class Start {
 public:
  Start(const Points& points, const KmeansOptions& options, const RunContext& run)
      : points_(points), options_(options), run_(run), clusters_(static_cast<std::size_t>(options.clusters)) {}

  KmeansResult solve(Matrix<double> centres, double shift_tolerance) {
    take(std::move(centres));
    assignment_.assign(points_.rows(), 0);
    upper_.assign(points_.rows(), kInfinite);
    lower_.assign(points_.rows(), 0.0);
    blocks_.assign((points_.rows() + kBlock - 1) / kBlock, {});
    move_.assign(clusters_, 0.0);
    KmeansResult result;
    bool moved = assign();
    for (; result.iterations < options_.max_iterations && !result.converged; ++result.iterations) {
      const double shift = update_centres();
      moved = assign();
      result.converged = !moved || shift <= shift_tolerance;
    }
    result.inertia = inertia();
    result.partition = {assignment_, options_.clusters};
    result.centres = centres_.rows();
    return result;
  }

 private:
  // What a block of points adds to the sums of its clusters.
  struct BlockSums {
    Matrix<double> points;
    std::vector<double> counts;
  };

  // Hamerly's step. Invariant: upper_[i] ≥ ‖x_i − own centre‖ and lower_[i] ≤ ‖x_i − any other centre‖.
  bool assign() {
    half_gap_ = half_gaps();
    other_move_ = largest_of_others(move_);
    const auto own = ordered_sum<std::uint64_t>(run_, points_.rows(), kBlock, [&](std::size_t begin, std::size_t end) {
      const std::uint64_t changed = look_up(open_points(begin, end));
      if (changed > 0 || blocks_[begin / kBlock].counts.empty()) blocks_[begin / kBlock] = summed(begin, end);
      return changed;
    });
    return rows_of_all(run_, own) > 0;
  }

  // Loosens the bounds by the moves of the centres; the points whose nearest centre they leave open.
  std::vector<std::size_t> open_points(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> open(end - begin + 1);
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const auto own = static_cast<std::size_t>(assignment_[i]);
      upper_[i] += move_[own];
      lower_[i] -= other_move_[own];
      open[count] = i;
      count += upper_[i] > std::max(half_gap_[own], lower_[i]) ? 1 : 0;
    }
    open.resize(count);
    return open;
  }

  // Finds the nearest centre of each of these points; how many changed theirs.
  std::uint64_t look_up(const std::vector<std::size_t>& open) {
    std::uint64_t changed = 0;
    if constexpr (Points::kDense) {
      std::vector<float> rounded(CentrePanels::kPoints * points_.cols());
      for (std::size_t first = 0; first < open.size(); first += CentrePanels::kPoints) {
        const std::size_t count = std::min(CentrePanels::kPoints, open.size() - first);
        for (std::size_t p = first + kAhead; p < std::min(first + kAhead + count, open.size()); ++p) fetch(open[p]);
        CentrePanels::Points x;
        for (std::size_t p = 0; p < CentrePanels::kPoints; ++p)  // what is left over is filled up with the first
          x[p] = as_floats(points_.row(open[first + (p < count ? p : 0)]), rounded.data() + p * points_.cols());
        const CentrePanels::Guesses guesses = panels_.nearest(x);
        for (std::size_t p = 0; p < count; ++p) changed += settle(open[first + p], guesses[p]) ? 1 : 0;
      }
    } else {
      for (const std::size_t i : open) changed += settle(i, {}) ? 1 : 0;
    }
    return changed;
  }

  // Rows in use have gaps between them, so that the processor does not foresee them.
  void fetch(std::size_t i) const {
    const auto row = std::as_bytes(points_.row(i));
    fetch_ahead(row.data(), std::min(row.size(), kFetched));
  }

  static const float* as_floats(std::span<const float> row, float*) { return row.data(); }
  static const float* as_floats(std::span<const double> row, float* rounded) {
    for (std::size_t j = 0; j < row.size(); ++j) rounded[j] = static_cast<float>(row[j]);
    return rounded;
  }

  // Takes the guess if it is certain, and looks in double otherwise. Whether the point changed its centre.
  bool settle(std::size_t i, const CentreGuess& guess) {
    const auto own = static_cast<std::size_t>(assignment_[i]);
    if (guess.certain) {
      upper_[i] = guess.nearest;
      lower_[i] = guess.others;
      assignment_[i] = static_cast<std::int32_t>(guess.centre);
      return guess.centre != own;
    }
    upper_[i] = std::sqrt(points_.squared_distance_to(centres_[own], i));
    if (upper_[i] <= std::max(half_gap_[own], lower_[i])) return false;
    const NearestCentre nearest = nearest_centre(points_, i, centres_, own);
    assignment_[i] = static_cast<std::int32_t>(nearest.centre);
    upper_[i] = std::sqrt(nearest.squared);
    lower_[i] = std::sqrt(nearest.second);
    return nearest.centre != own;
  }

  // Half the distance from each centre to its nearest other centre.
  std::vector<double> half_gaps() const {
    std::vector<double> gap(clusters_, kInfinite);
    for (std::size_t a = 0; a < clusters_; ++a) {
      for (std::size_t b = 0; b < clusters_; ++b) {
        if (a != b) gap[a] = std::min(gap[a], squared_distance(centres_[a].values, centres_[b].values));
      }
      gap[a] = std::sqrt(gap[a]) / 2.0;
    }
    return gap;
  }

  // Moves every centre to the mean of its points; returns the summed squared moves.
  double update_centres() {
    std::vector<double> counts(clusters_, 0.0);
    Matrix<double> next = summed_points(counts);
    reseed_empty(next, counts);
    double shift = 0.0;
    for (std::size_t c = 0; c < clusters_; ++c) {
      for (double& value : next.row(c)) value /= counts[c];
      const double squared = squared_distance<double, double>(next.row(c), centres_[c].values);
      move_[c] = std::sqrt(squared);
      shift += squared;
    }
    take(std::move(next));
    return shift;
  }

  void take(Matrix<double> centres) {
    centres_ = Centres(std::move(centres));
    if constexpr (Points::kDense) panels_ = CentrePanels(centres_.rows());
  }

  // For each centre, the largest move of another.
  static std::vector<double> largest_of_others(const std::vector<double>& move) {
    const auto first = static_cast<std::size_t>(std::ranges::max_element(move) - move.begin());
    double second = 0.0;
    for (std::size_t c = 0; c < move.size(); ++c) {
      if (c != first) second = std::max(second, move[c]);
    }
    std::vector<double> largest(move.size(), move[first]);
    largest[first] = second;
    return largest;
  }

  BlockSums summed(std::size_t begin, std::size_t end) const {
    BlockSums sums{Matrix<double>(clusters_, points_.cols()), std::vector<double>(clusters_, 0.0)};
    for (std::size_t i = begin; i < end; ++i) {
      const auto c = static_cast<std::size_t>(assignment_[i]);
      points_.add(i, 1.0, sums.points.row(c));
      sums.counts[c] += 1.0;
    }
    return sums;
  }

  Matrix<double> summed_points(std::vector<double>& counts) const {
    Matrix<double> total(clusters_, points_.cols());
    for (const BlockSums& block : blocks_) {
      for (std::size_t k = 0; k < total.values().size(); ++k) total.values()[k] += block.points.values()[k];
      for (std::size_t c = 0; c < clusters_; ++c) counts[c] += block.counts[c];
    }
    sum_over_processes(run_, total.values());
    sum_over_processes(run_, counts);
    return total;
  }

  struct FarPoint {
    std::size_t point;
    double distance;
  };

  // The point of this process that lies farthest from its centre, of those that do not have theirs alone.
  FarPoint farthest_point(const std::vector<double>& counts) const {
    FarPoint farthest{points_.rows(), 0.0};
    for (std::size_t i = 0; i < points_.rows(); ++i) {
      const auto own = static_cast<std::size_t>(assignment_[i]);
      if (counts[own] < 2.0) continue;
      const double d = points_.squared_distance_to(centres_[own], i);
      if (d > farthest.distance) farthest = {i, d};
    }
    return farthest;
  }

  // An empty cluster takes over the point that lies farthest from its centre, if any lies away from it at all.
  void reseed_empty(Matrix<double>& sums, std::vector<double>& counts) {
    for (std::size_t c = 0; c < clusters_; ++c) {
      if (counts[c] > 0.0) continue;
      const auto [farthest, distance] = farthest_point(counts);
      const std::vector<double> of_all = gathered(run_, std::span<const double>(&distance, 1));
      const auto process = std::ranges::max_element(of_all);
      if (*process == 0.0) {  // fewer distinct rows than clusters: the centre stays where it is
        std::ranges::copy(centres_[c].values, sums.row(c).begin());
        counts[c] = 1.0;
        continue;
      }
      Matrix<double> moved(clusters_, points_.cols());
      std::vector<double> moved_counts(clusters_, 0.0);
      if (process - of_all.begin() == processes_of(run_).rank()) move_point(farthest, c, moved, moved_counts);
      sum_over_processes(run_, moved.values());
      sum_over_processes(run_, moved_counts);
      for (std::size_t k = 0; k < sums.values().size(); ++k) sums.values()[k] += moved.values()[k];
      for (std::size_t k = 0; k < clusters_; ++k) counts[k] += moved_counts[k];
    }
  }

  void move_point(std::size_t i, std::size_t to, Matrix<double>& sums, std::vector<double>& counts) {
    const auto from = static_cast<std::size_t>(assignment_[i]);
    points_.add(i, -1.0, sums.row(from));
    points_.add(i, 1.0, sums.row(to));
    counts[from] -= 1.0;
    counts[to] += 1.0;
    assignment_[i] = static_cast<std::int32_t>(to);
    upper_[i] = kInfinite;  // bounds of the old assignment say nothing about the new one
    lower_[i] = 0.0;
    blocks_[i / kBlock].counts.clear();  // nor do the sums of its block
  }

  double inertia() const {
    const double own = ordered_sum<double>(run_, points_.rows(), kBlock, [&](std::size_t begin, std::size_t end) {
      double part = 0.0;
      for (std::size_t i = begin; i < end; ++i) {
        part += points_.squared_distance_to(centres_[static_cast<std::size_t>(assignment_[i])], i);
      }
      return part;
    });
    return sum_over_processes(run_, own);
  }

  const Points& points_;
  const KmeansOptions& options_;
  const RunContext& run_;
  std::size_t clusters_;
  Centres centres_;
  CentrePanels panels_;  // of dense points
  std::vector<std::int32_t> assignment_;
  std::vector<double> upper_;
  std::vector<double> lower_;
  std::vector<double> move_;        // of each centre, since the bounds were taken
  std::vector<double> other_move_;  // the largest of another
  std::vector<double> half_gap_;    // half the distance from each centre to the nearest other
  std::vector<BlockSums> blocks_;   // empty: not up to date
};

// Communities in order of size, with their centres.
KmeansResult in_order_of_size(KmeansResult result, const RunContext& run) {
  const auto raw = std::move(result.partition.community_of);
  result.partition = numbered_by_size(raw, run);
  std::vector<double> cluster_of(static_cast<std::size_t>(result.partition.communities), -1.0);
  for (std::size_t v = 0; v < raw.size(); ++v)
    cluster_of[static_cast<std::size_t>(result.partition.community_of[v])] = static_cast<double>(raw[v]);
  const std::vector<double> of_all = gathered(run, std::span<const double>(cluster_of));
  Matrix<double> centres(cluster_of.size(), result.centres.cols());
  for (std::size_t i = 0; i < of_all.size(); ++i) {
    if (of_all[i] < 0.0) continue;  // no node of that process
    std::ranges::copy(result.centres.row(static_cast<std::size_t>(of_all[i])),
                      centres.row(i % cluster_of.size()).begin());
  }
  result.centres = std::move(centres);
  return result;
}

template <class Points>
void check(const Points& points, const KmeansOptions& options, const RunContext& run) {
  validate(options);
  const std::size_t rows = rows_of_all(run, points.rows());
  if (static_cast<std::size_t>(options.clusters) > rows) {
    throw InvalidArgument(fmt::format("clusters = {}: more than the {} points", options.clusters, rows));
  }
  const auto values = points.values();
  if (!std::all_of(values.begin(), values.end(), [](auto x) { return std::isfinite(x); })) {
    throw InvalidArgument("k-means: the points hold a value that is not finite");
  }
}

// Σ_j variance of column j: the mean squared distance from the mean row, if the rows are those of several processes.
template <class Points>
double variance_of_all(const Points& points, const RunContext& run) {
  if (!several(run)) return points.total_variance();
  const auto n = static_cast<double>(rows_of_all(run, points.rows()));
  std::vector<double> mean(points.cols(), 0.0);
  for (std::size_t i = 0; i < points.rows(); ++i) points.add(i, 1.0 / n, mean);
  sum_over_processes(run, mean);
  double squares = 0.0;
  for (std::size_t i = 0; i < points.rows(); ++i) squares += points.squared_distance_to({mean, squared_norm(mean)}, i);
  return sum_over_processes(run, squares) / n;
}

template <class Points>
double shift_tolerance_of(const Points& points, const KmeansOptions& options, const RunContext& run) {
  return points.cols() == 0 ? 0.0
                            : options.tolerance * (variance_of_all(points, run) / static_cast<double>(points.cols()));
}

template <class Points>
KmeansResult best_start(const Points& points, const KmeansOptions& options, const RunContext& run,
                        const SecondOpinion& opinion) {
  check(points, options, run);
  const double shift_tolerance = shift_tolerance_of(points, options, run);
  std::vector<KmeansResult> results(static_cast<std::size_t>(options.restarts));
  parallel_for(run, results.size(), 1, [&](std::size_t i, std::size_t) {
    RandomSequence random(run.stream("k-means").at(i));
    Matrix<double> seeds = plus_plus_centres(points, static_cast<std::size_t>(options.clusters), random, run);
    results[i] = Start<Points>(points, options, run).solve(std::move(seeds), shift_tolerance);
    results[i].restart = static_cast<std::int32_t>(i);
  });
  const double lowest = std::ranges::min(results, {}, &KmeansResult::inertia).inertia;
  KmeansResult& best = best_of(results, opinion);
  best.starts = options.restarts;
  best.near_best = static_cast<std::int32_t>(
      std::ranges::count_if(results, [&](const auto& r) { return r.inertia <= kNearBest * lowest; }));
  return in_order_of_size(std::move(best), run);
}

template <class Points>
KmeansResult given_start(const Points& points, const Matrix<double>& centres, const KmeansOptions& options,
                         const RunContext& run) {
  KmeansOptions own = options;
  own.clusters = static_cast<std::int32_t>(centres.rows());
  check(points, own, run);
  KmeansResult result = Start<Points>(points, own, run).solve(centres, shift_tolerance_of(points, own, run));
  result.starts = 1;
  result.near_best = 1;
  return in_order_of_size(std::move(result), run);
}

}  // namespace

KmeansResult& best_of(std::span<KmeansResult> results, const SecondOpinion& opinion) {
  KmeansResult* best = &*std::ranges::min_element(results, {}, &KmeansResult::inertia);
  const double bound = kAsGood * best->inertia;
  if (!opinion || std::ranges::count_if(results, [&](const auto& r) { return r.inertia <= bound; }) < 2) return *best;
  double highest = opinion(best->partition);
  for (KmeansResult& other : results) {
    if (other.inertia > bound || &other == best) continue;
    const double score = opinion(other.partition);
    if (score <= highest) continue;
    highest = score;
    best = &other;
  }
  return *best;
}

KmeansResult kmeans(MatrixView<float> points, const KmeansOptions& options, const RunContext& run) {
  return best_start(DensePoints<float>(points), options, run, {});
}

KmeansResult kmeans(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                    const SecondOpinion& opinion) {
  return best_start(DensePoints<double>(points), options, run, opinion);
}

KmeansResult kmeans(SparseView points, const KmeansOptions& options, const RunContext& run) {
  return best_start(SparsePoints(points), options, run, {});
}

KmeansResult kmeans_from(const Matrix<double>& centres, MatrixView<double> points, const KmeansOptions& options,
                         const RunContext& run) {
  return given_start(DensePoints<double>(points), centres, options, run);
}

KmeansResult kmeans_from(const Matrix<double>& centres, MatrixView<float> points, const KmeansOptions& options,
                         const RunContext& run) {
  return given_start(DensePoints<float>(points), centres, options, run);
}

}  // namespace cgsd
