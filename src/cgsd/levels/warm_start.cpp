#include "cgsd/levels/warm_start.hpp"

#include <algorithm>
#include <utility>

#include "cgsd/levels/rounded_points.hpp"

namespace cgsd {
namespace {

Matrix<double> former_means(const Matrix<double>& points, const FormerRun& former) {
  std::vector<std::int32_t> ids = former.id_of;
  std::ranges::sort(ids);
  const auto repeats = std::ranges::unique(ids);
  ids.erase(repeats.begin(), repeats.end());
  std::erase(ids, -1);
  Matrix<double> means(ids.size(), points.cols());
  std::vector<double> nodes(ids.size(), 0.0);
  for (std::size_t v = 0; v < points.rows(); ++v) {
    if (former.id_of[v] < 0) continue;
    const auto c = static_cast<std::size_t>(std::ranges::lower_bound(ids, former.id_of[v]) - ids.begin());
    nodes[c] += 1.0;
    for (std::size_t j = 0; j < points.cols(); ++j) means(c, j) += points(v, j);
  }
  for (std::size_t c = 0; c < ids.size(); ++c) {
    for (double& value : means.row(c)) value /= nodes[c];
  }
  return means;
}

KmeansOptions kmeans_options(const RoundingChoice& rounding) {
  return std::visit([](const auto& options) { return options.kmeans; }, rounding);
}

}  // namespace

WarmStarted warm_started(MethodResult found, const ConfiguredMethod& method, const FormerRun& former,
                         const RunContext& run) {
  WarmStarted started{std::move(found)};
  const auto options = method.detect_options();
  if (!started.result.detection || !options) return started;
  started.how = WarmStart::other_number;
  if (former.communities() != started.result.partition.communities) return started;
  const Matrix<double> points = rounded_points(*started.result.detection);
  const KmeansResult& cold = clustering_of(started.result.detection->rounded);
  KmeansResult warm = kmeans_from(former_means(points, former), points, kmeans_options(options->rounding), run);
  started.inertia = cold.inertia > 0.0 ? warm.inertia / cold.inertia : 1.0;
  started.how = WarmStart::worse;
  if (warm.inertia > kAsGood * cold.inertia || warm.partition.communities != cold.partition.communities) return started;
  started.how = WarmStart::taken;
  warm.starts = cold.starts + 1;
  warm.near_best = cold.near_best + 1;
  warm.restart = cold.starts;
  auto detection = std::make_shared<Detection>(*started.result.detection);
  std::visit([&](auto& rounded) { rounded.clustering = std::move(warm); }, detection->rounded);
  started.result.partition = detection->communities();
  started.result.detection = std::move(detection);
  return started;
}

}  // namespace cgsd
