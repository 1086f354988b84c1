#include "cgsd/levels/warm_start.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

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

// Which former community most of the nodes of each community come from; nothing if two come from the same.
std::optional<std::vector<std::int32_t>> former_of_each(const Partition& found, std::span<const std::int32_t> former) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> shared;
  for (std::size_t v = 0; v < former.size(); ++v)
    if (former[v] >= 0) ++shared[{found.community_of[v], former[v]}];
  std::vector<std::int32_t> of_each(static_cast<std::size_t>(found.communities), -1);
  std::vector<std::size_t> most(of_each.size(), 0);
  for (const auto& [pair, nodes] : shared) {
    const auto c = static_cast<std::size_t>(pair.first);
    if (nodes > most[c]) {
      most[c] = nodes;
      of_each[c] = pair.second;
    }
  }
  const std::set<std::int32_t> different(of_each.begin(), of_each.end());
  if (different.size() != of_each.size() || different.contains(-1)) return std::nullopt;
  return of_each;
}

// What communities add to the likelihood of the edges, in place of the inertia, if edges decide.
bool as_probable(GraphView graph, const Partition& warm, const Partition& cold, const RunContext& run) {
  const Partition none{std::vector<std::int32_t>(cold.community_of.size(), 0), 1};
  const double least = edge_likelihood(graph, none, run);
  return warm.communities == cold.communities &&
         edge_likelihood(graph, cold, run) - least <= kAsGood * (edge_likelihood(graph, warm, run) - least);
}

// The vote moves nodes away from where K-means puts them. So that it begins where it ended, nodes that are known are put back into
// their former communities.
void put_back(SmoothedRounding& rounded, std::span<const std::int32_t> former, const RunContext& run) {
  KmeansResult& warm = rounded.clustering;
  const auto of_each = former_of_each(warm.partition, former);
  if (!of_each) return;
  Partition start = warm.partition;
  for (std::size_t v = 0; v < former.size(); ++v) {
    const auto found = std::ranges::find(*of_each, former[v]);
    if (found != of_each->end()) start.community_of[v] = static_cast<std::int32_t>(found - of_each->begin());
  }
  if (std::ranges::count(community_sizes(start, run), 0U) > 0) return;
  warm = with_communities(std::move(warm), std::move(start), rounded.smoothed.points, run);
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
  if (edges_decide(*detection)) put_back(std::get<SmoothedRounding>(detection->rounded), former.id_of, run);
  const GraphRead read(graph, detection->weights, run);
  refine_if_edges_decide(*detection, read.view(), run);
  const KmeansResult& refined = clustering_of(detection->rounded);
  started.inertia = cold.inertia > 0.0 ? refined.inertia / cold.inertia : 1.0;
  started.how = WarmStart::worse;
  const bool fits = edges_decide(*detection) ? as_probable(read.view(), refined.partition, cold.partition, run)
                                             : as_good(refined, cold);
  if (!fits) return started;
  started.how = WarmStart::taken;
  started.result.partition = detection->communities();
  started.result.detection = std::move(detection);
  return started;
}

}  // namespace cgsd
