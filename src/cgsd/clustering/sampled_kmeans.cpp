#include "cgsd/clustering/sampled_kmeans.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cgsd {
namespace {

constexpr double kNearLowest = 1.01;  // of the lowest inertia

// Of as many rows as fit, drawn without replacement, in their order.
Matrix<double> sample_of_rows(MatrixView<double> points, RandomStream stream) {
  std::vector<std::size_t> rows(points.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  RandomSequence random(stream);
  for (std::size_t i = 0; i < kSampledPoints; ++i) std::swap(rows[i], rows[i + random.below(rows.size() - i)]);
  rows.resize(kSampledPoints);
  std::ranges::sort(rows);
  Matrix<double> sample(rows.size(), points.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(points.row(rows[i]), sample.row(i).begin());
  return sample;
}

}  // namespace

KmeansResult sampled_kmeans(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                            const SecondOpinion& opinion) {
  if (points.rows() <= kSampledPoints || std::cmp_greater(2 * std::int64_t{options.clusters}, kSampledPoints))
    return kmeans(points, options, run, opinion);
  const std::int32_t samples = std::min(kSamples, options.restarts);
  std::vector<KmeansResult> results;
  for (std::int32_t i = 0; i < samples; ++i) {
    KmeansOptions of_sample = options;
    of_sample.restarts = (options.restarts - i + samples - 1) / samples;
    const auto item = static_cast<std::uint64_t>(i);
    const Matrix<double> sample = sample_of_rows(points, run.stream("sample of points").at(item));
    const KmeansResult found = kmeans(sample, of_sample, run);
    results.push_back(kmeans_from(found.centres, points, options, run));
    results.back().starts = found.starts;
    results.back().near_best = found.near_best;
    results.back().restart = i;
  }
  const double lowest = std::ranges::min(results, {}, &KmeansResult::inertia).inertia;
  KmeansResult best = best_of(results, opinion);
  best.starts = best.near_best = 0;
  for (const KmeansResult& result : results) {
    best.starts += result.starts;
    if (result.inertia <= kNearLowest * lowest) best.near_best += result.near_best;
  }
  return best;
}

}  // namespace cgsd
