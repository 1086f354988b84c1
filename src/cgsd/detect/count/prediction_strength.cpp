#include "cgsd/detect/count/prediction_strength.hpp"

#include <algorithm>
#include <numeric>

#include "cgsd/clustering/nearest_centre.hpp"

namespace cgsd {
namespace {

constexpr double kLeastShare = 0.1;  // of the mean size

struct Halves {
  Matrix<double> a;
  Matrix<double> b;
};

Matrix<double> rows_of(const Matrix<double>& points, std::span<const std::size_t> rows) {
  Matrix<double> out(rows.size(), points.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = points.row(rows[i]);
    std::copy(row.begin(), row.end(), out.row(i).begin());
  }
  return out;
}

Halves split_at_random(const Matrix<double>& points, std::size_t most, RandomSequence random) {
  std::vector<std::size_t> order(points.rows());
  std::iota(order.begin(), order.end(), 0);
  shuffle(std::span(order), random);
  const std::size_t half = std::min(order.size(), most) / 2;
  const std::span<const std::size_t> rows(order);
  return {rows_of(points, rows.first(half)), rows_of(points, rows.subspan(half, half))};
}

// The least share of a cluster's pairs that the other half's centres keep together.
double foretold(const Matrix<double>& points, const KmeansResult& own, const Matrix<double>& centres,
                const RunContext& run) {
  const std::vector<NearestCentre> nearest = nearest_centres(points, centres, run);
  Matrix<double> table(static_cast<std::size_t>(own.partition.communities), centres.rows());
  for (std::size_t i = 0; i < nearest.size(); ++i)
    table(static_cast<std::size_t>(own.partition.community_of[i]), nearest[i].centre) += 1.0;
  const double fewest =
      std::max(2.0, kLeastShare * static_cast<double>(points.rows()) / static_cast<double>(table.rows()));
  double least = 1.0;
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const auto row = table.row(k);
    const double size = std::accumulate(row.begin(), row.end(), 0.0);
    double together = 0.0;
    for (const double part : row) together += part * (part - 1.0);
    least = std::min(least, size >= fewest ? together / (size * (size - 1.0)) : 0.0);
  }
  return least;
}

double strength_of(const Halves& halves, const KmeansOptions& options, const RunContext& run) {
  const auto clusters = static_cast<std::size_t>(options.clusters);
  if (halves.a.rows() < clusters) return 0.0;
  const KmeansResult a = kmeans(halves.a, options, run.with_seed(2 * run.seed()));
  const KmeansResult b = kmeans(halves.b, options, run.with_seed(2 * run.seed() + 1));
  if (a.centres.rows() < clusters || b.centres.rows() < clusters) return 0.0;
  return (foretold(halves.b, b, a.centres, run) + foretold(halves.a, a, b.centres, run)) / 2.0;
}

}  // namespace

std::vector<double> prediction_strength(const Matrix<double>& points, std::span<const std::int32_t> candidates,
                                        const StrengthOptions& options, const RunContext& run) {
  std::vector<double> strength(candidates.size(), 0.0);
  for (std::int32_t s = 0; s < options.splits; ++s) {
    const auto split = static_cast<std::uint64_t>(s);
    const Halves halves = split_at_random(points, static_cast<std::size_t>(options.sample),
                                          RandomSequence(run.stream("prediction strength").at(split)));
    const RunContext seeded = run.with_seed(run.stream("prediction strength").at(split).bits(0));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      run.check_stop();
      const KmeansOptions kmeans{.clusters = candidates[i], .restarts = options.restarts};
      strength[i] += strength_of(halves, kmeans, seeded) / options.splits;
    }
  }
  return strength;
}

}  // namespace cgsd
