#include "cgsd/detect/edge_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kMostRounds = 10;
constexpr double kDecisive = 2.9957;  // ln 20: odds of 20 to 1

// The edge ends between communities, and what follows from them.
class EdgeBlocks {
 public:
  EdgeBlocks(GraphView graph, const Partition& partition, const RunContext& run)
      : graph_(graph),
        partition_(partition),
        community_of_(with_ghosts(graph, partition.community_of, room_, run)),
        ends_(static_cast<std::size_t>(partition.communities), static_cast<std::size_t>(partition.communities)) {
    for (NodeId u = 0; u < graph.nodes(); ++u)
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        ends_(community(u), community(graph.targets()[i])) += weight(i);
    sum_over_processes(run, ends_.values());
    for (std::size_t a = 0; a < ends_.rows(); ++a) {
      double sum = 0.0;
      for (const double count : ends_.row(a)) sum += count;
      sums_.push_back(sum);
    }
  }

  double likelihood() const {
    double sum = 0.0;
    for (std::size_t a = 0; a < ends_.rows(); ++a)
      for (std::size_t b = 0; b < ends_.cols(); ++b)
        if (ends_(a, b) > 0.0) sum += ends_(a, b) * std::log(ends_(a, b) / (sums_[a] * sums_[b]));
    return sum;
  }

  Partition after_a_round(const RunContext& run) const {
    const Matrix<double> log_share = log_shares();
    const std::vector<std::uint64_t> sizes = community_sizes(partition_, run);
    Partition moved = partition_;
    parallel_for(run, graph_.nodes(), 256, [&](std::size_t begin, std::size_t end) {
      std::vector<double> around(ends_.rows(), 0.0);
      for (std::size_t u = begin; u < end; ++u)
        moved.community_of[u] = best_for(static_cast<NodeId>(u), log_share, sizes, around);
    });
    return moved;
  }

 private:
  std::size_t community(NodeId u) const { return static_cast<std::size_t>(community_of_[u]); }
  double weight(EntryIndex i) const { return graph_.weighted() ? graph_.weights()[i] : 1.0; }

  // (b, a): ln of the share of b among the neighbours of a
  Matrix<double> log_shares() const {
    const std::size_t c = ends_.rows();
    Matrix<double> out(c, c);
    for (std::size_t a = 0; a < c; ++a)
      for (std::size_t b = 0; b < c; ++b)
        out(b, a) = std::log((ends_(a, b) + 1.0) / (sums_[a] + static_cast<double>(c)));
    return out;
  }

  // `around` is 0 before and after.
  std::int32_t best_for(NodeId u, const Matrix<double>& log_share, const std::vector<std::uint64_t>& sizes,
                        std::vector<double>& around) const {
    if (graph_.degree(u) == 0) return partition_.community_of[u];
    for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i)
      around[community(graph_.targets()[i])] += weight(i);
    std::vector<double> score;
    for (const std::uint64_t size : sizes) score.push_back(std::log(static_cast<double>(size)));
    for (std::size_t b = 0; b < around.size(); ++b) {
      if (around[b] == 0.0) continue;
      const auto row = log_share.row(b);
      for (std::size_t a = 0; a < score.size(); ++a) score[a] += around[b] * row[a];
      around[b] = 0.0;
    }
    const auto best = std::ranges::max_element(score);
    return *best - score[community(u)] > kDecisive ? static_cast<std::int32_t>(best - score.begin())
                                                   : partition_.community_of[u];
  }

  GraphView graph_;
  const Partition& partition_;
  std::vector<std::int32_t> room_;
  std::span<const std::int32_t> community_of_;  // of ghosts too
  Matrix<double> ends_;
  std::vector<double> sums_;
};

}  // namespace

double edge_likelihood(GraphView graph, const Partition& partition, const RunContext& run) {
  return EdgeBlocks(graph, partition, run).likelihood();
}

EdgeRefinement refined_by_edges(GraphView graph, const Partition& start, const RunContext& run) {
  EdgeRefinement out{start, 0};
  double reached = edge_likelihood(graph, out.partition, run);
  for (; out.rounds < kMostRounds; ++out.rounds) {
    run.check_stop();
    Partition next = EdgeBlocks(graph, out.partition, run).after_a_round(run);
    if (std::ranges::count(community_sizes(next, run), 0U) > 0) break;
    const double likelihood = edge_likelihood(graph, next, run);
    if (likelihood <= reached) break;
    reached = likelihood;
    out.partition = std::move(next);
  }
  out.partition = numbered_by_size(out.partition.community_of, run);
  return out;
}

KmeansResult with_communities(KmeansResult clustering, Partition partition, const Matrix<double>& points,
                              const RunContext& run) {
  const std::vector<std::uint64_t> sizes = community_sizes(partition, run);
  Matrix<double> centres(sizes.size(), points.cols());
  for (std::size_t v = 0; v < points.rows(); ++v) {
    const auto c = static_cast<std::size_t>(partition.community_of[v]);
    for (std::size_t j = 0; j < points.cols(); ++j) centres(c, j) += points(v, j) / static_cast<double>(sizes[c]);
  }
  sum_over_processes(run, centres.values());
  clustering.inertia = 0.0;
  for (std::size_t v = 0; v < points.rows(); ++v) {
    const auto c = static_cast<std::size_t>(partition.community_of[v]);
    for (std::size_t j = 0; j < points.cols(); ++j)
      clustering.inertia += (points(v, j) - centres(c, j)) * (points(v, j) - centres(c, j));
  }
  clustering.inertia = sum_over_processes(run, clustering.inertia);
  clustering.partition = std::move(partition);
  clustering.centres = std::move(centres);
  return clustering;
}

void refine_if_edges_are_alone(Detection& d, GraphView graph, const RunContext& run) {
  const auto* diffusion = std::get_if<Diffusion>(&d.encoded);
  auto* smoothed = std::get_if<SmoothedRounding>(&d.rounded);
  if (diffusion == nullptr || smoothed == nullptr || !diffusion->topology.alone) return;
  EdgeRefinement refined = refined_by_edges(graph, smoothed->clustering.partition, run.stage("refinement"));
  if (refined.rounds == 0) return;
  smoothed->clustering =
      with_communities(std::move(smoothed->clustering), std::move(refined.partition), smoothed->smoothed.points, run);
}

}  // namespace cgsd
