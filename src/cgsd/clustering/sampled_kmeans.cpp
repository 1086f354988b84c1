#include "cgsd/clustering/sampled_kmeans.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr double kNearLowest = 1.01;  // of the lowest inertia

// As many rows as fit, drawn without replacement, ascending. Only rows that were swapped are kept.
std::vector<std::size_t> sample_of_rows(std::size_t count, RandomStream stream) {
  std::unordered_map<std::size_t, std::size_t> swapped;  // only looked up, never iterated: its order cannot matter
  const auto at = [&](std::size_t i) {
    const auto found = swapped.find(i);
    return found == swapped.end() ? i : found->second;
  };
  RandomSequence random(stream);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < kSampledPoints; ++i) {
    const std::size_t other = i + random.below(count - i);
    rows.push_back(at(other));
    swapped[other] = at(i);
  }
  std::ranges::sort(rows);
  return rows;
}

// These rows of all points, of whatever process.
Matrix<double> gathered_rows(MatrixView<double> points, const std::vector<std::size_t>& rows, const RunContext& run) {
  const std::uint64_t first = first_row(run);
  std::vector<double> own;
  for (const std::size_t row : rows) {
    if (row < first || row - first >= points.rows()) continue;
    const auto values = points.row(row - first);
    own.insert(own.end(), values.begin(), values.end());
  }
  return {rows.size(), points.cols(), gathered(run, std::span<const double>(own))};
}

// Few points in all: every process has them all, and takes what belongs to its own.
KmeansResult kmeans_of_few(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                           const SecondOpinion& opinion) {
  if (!several(run)) return kmeans(points, options, run, opinion);
  const Matrix<double> all(rows_of_all(run, points.rows()), points.cols(), gathered(run, points.values()));
  const auto own_part = [&](Partition partition) {
    const auto first = partition.community_of.begin() + static_cast<std::ptrdiff_t>(first_row(run));
    partition.community_of = std::vector<std::int32_t>(first, first + static_cast<std::ptrdiff_t>(points.rows()));
    return partition;
  };
  SecondOpinion of_own;  // every process asks it about the same partitions, in the same order
  if (opinion) of_own = [&](const Partition& partition) { return opinion(own_part(partition)); };
  KmeansResult found = kmeans(all, options, alone(run), of_own);
  found.partition = own_part(std::move(found.partition));
  return found;
}

// The best centres of a sample, and what led to them.
struct SampleResult {
  Matrix<double> centres;
  std::int32_t starts = 0;
  std::int32_t near_best = 0;
};

// What one process found, for all.
SampleResult from_process(int process, const SampleResult& found, std::size_t width, const RunContext& run) {
  std::vector<double> own;
  if (process == processes_of(run).rank()) {
    own = {static_cast<double>(found.starts), static_cast<double>(found.near_best)};
    own.insert(own.end(), found.centres.values().begin(), found.centres.values().end());
  }
  const std::vector<double> all = gathered(run, std::span<const double>(own));
  const std::size_t rows = width == 0 ? found.centres.rows() : (all.size() - 2) / width;
  return {Matrix<double>(rows, width, {all.begin() + 2, all.end()}), static_cast<std::int32_t>(all[0]),
          static_cast<std::int32_t>(all[1])};
}

// Of every sample. Processes take them in turn.
std::vector<SampleResult> best_of_samples(MatrixView<double> points, std::int32_t samples, const KmeansOptions& options,
                                          const RunContext& run) {
  const RunContext here = alone(run);
  const Processes& processes = processes_of(run);
  const std::size_t count = rows_of_all(run, points.rows());
  std::vector<SampleResult> results;
  for (std::int32_t i = 0; i < samples; ++i) {
    const RandomStream stream = run.stream("sample of points").at(static_cast<std::uint64_t>(i));
    const Matrix<double> sample = gathered_rows(points, sample_of_rows(count, stream), run);
    SampleResult& result = results.emplace_back();
    if (i % processes.count() != processes.rank()) continue;
    KmeansOptions of_sample = options;
    of_sample.restarts = (options.restarts - i + samples - 1) / samples;
    KmeansResult found = kmeans(sample, of_sample, here);
    result = {std::move(found.centres), found.starts, found.near_best};
  }
  for (std::int32_t i = 0; i < samples; ++i) {
    SampleResult& result = results[static_cast<std::size_t>(i)];
    result = from_process(i % processes.count(), result, points.cols(), run);
  }
  return results;
}

}  // namespace

KmeansResult sampled_kmeans(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                            const SecondOpinion& opinion) {
  const std::size_t count = rows_of_all(run, points.rows());
  if (count <= kSampledPoints || std::cmp_greater(2 * std::int64_t{options.clusters}, kSampledPoints))
    return kmeans_of_few(points, options, run, opinion);
  const std::int32_t samples = std::min(kSamples, options.restarts);
  std::vector<KmeansResult> results;
  for (const SampleResult& found : best_of_samples(points, samples, options, run)) {
    results.push_back(kmeans_from(found.centres, points, options, run));
    results.back().starts = found.starts;
    results.back().near_best = found.near_best;
    results.back().restart = static_cast<std::int32_t>(results.size()) - 1;
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
