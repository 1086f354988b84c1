#include "cgsd/levels/warm_start.hpp"

#include <algorithm>
#include <utility>

#include "cgsd/detect/edge_refinement.hpp"
#include "cgsd/levels/rounded_points.hpp"

namespace cgsd {
namespace {

Matrix<double> former_means(const Matrix<double>& points, std::span<const std::int32_t> former) {
  std::vector<std::int32_t> ids(former.begin(), former.end());
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::erase(ids, -1);
  Matrix<double> means(ids.size(), points.cols());
  std::vector<double> nodes(ids.size(), 0.0);
  for (std::size_t v = 0; v < points.rows(); ++v) {
    if (former[v] < 0) continue;
    const auto c = static_cast<std::size_t>(std::ranges::lower_bound(ids, former[v]) - ids.begin());
    nodes[c] += 1.0;
    for (std::size_t j = 0; j < points.cols(); ++j) means(c, j) += points(v, j);
  }
  for (std::size_t c = 0; c < ids.size(); ++c) {
    for (double& value : means.row(c)) value /= nodes[c];
  }
  return means;
}

}  // namespace

std::optional<KmeansResult> warm_clustering(const Matrix<double>& points, std::span<const std::int32_t> former,
                                            const KmeansResult& cold, const RunContext& run) {
  const Matrix<double> means = former_means(points, former);
  if (std::cmp_not_equal(means.rows(), cold.partition.communities)) return std::nullopt;
  KmeansResult warm = kmeans_from(means, points, {}, run);
  warm.starts = cold.starts + 1;
  warm.near_best = cold.near_best + 1;
  warm.restart = cold.starts;
  return warm;
}

bool as_good(const KmeansResult& warm, const KmeansResult& cold) {
  return warm.inertia <= kAsGood * cold.inertia && warm.partition.communities == cold.partition.communities;
}

WarmStarted warm_started(MethodResult found, GraphView graph, const FormerRun& former, const RunContext& run) {
  WarmStarted started{std::move(found)};
  if (!started.result.detection) return started;
  const KmeansResult& cold = clustering_of(started.result.detection->rounded);
  auto warm = warm_clustering(rounded_points(*started.result.detection), former.id_of, cold, run);
  started.how = WarmStart::other_number;
  if (!warm) return started;
  auto detection = std::make_shared<Detection>(*started.result.detection);
  std::visit([&](auto& rounded) { rounded.clustering = std::move(*warm); }, detection->rounded);
  refine_if_edges_decide(*detection, GraphRead(graph, detection->weights, run).view(), run);
  const KmeansResult& refined = clustering_of(detection->rounded);
  started.inertia = cold.inertia > 0.0 ? refined.inertia / cold.inertia : 1.0;
  started.how = WarmStart::worse;
  if (!as_good(refined, cold)) return started;
  started.how = WarmStart::taken;
  started.result.partition = detection->communities();
  started.result.detection = std::move(detection);
  return started;
}

}  // namespace cgsd
