#include "cgsd/detect/block_vote.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

BlockVote::BlockVote(GraphView graph, const Partition& partition, const RunContext& run) {
  const auto c = static_cast<std::size_t>(partition.communities);
  std::vector<std::int32_t> room;
  const std::span<const std::int32_t> community_of = with_ghosts(graph, partition.community_of, room, run);
  const std::size_t known = community_of.size();
  log_share_ = Matrix<double>(c, c);
  for (std::size_t u = 0; u < partition.community_of.size(); ++u) {
    const auto counts = log_share_.row(static_cast<std::size_t>(partition.community_of[u]));
    for (const NodeId v : graph.neighbours(static_cast<NodeId>(u)))
      if (v < known) counts[static_cast<std::size_t>(community_of[v])] += 1.0;
  }
  sum_over_processes(run, log_share_.values());
  for (double& count : log_share_.values()) count += 1.0;
  for (std::size_t a = 0; a < c; ++a) {
    double sum = 0.0;
    for (const double count : log_share_.row(a)) sum += count;
    for (double& share : log_share_.row(a)) share = std::log(share / sum);
  }
  for (const std::uint64_t size : community_sizes(partition, run))
    log_size_.push_back(std::log(std::max(1.0, static_cast<double>(size))));
}

Vote BlockVote::operator()(std::span<const std::int32_t> communities_of_neighbours) const {
  std::vector<double> score = log_size_;
  for (std::size_t a = 0; a < score.size(); ++a)
    for (const std::int32_t b : communities_of_neighbours) score[a] += log_share_(a, static_cast<std::size_t>(b));
  const auto best = std::ranges::max_element(score);
  const double highest = *best;
  double sum = 0.0;
  double second = 0.0;
  for (auto s = score.begin(); s != score.end(); ++s) {
    sum += std::exp(*s - highest);
    if (s != best) second = std::max(second, std::exp(*s - highest));
  }
  return {static_cast<std::int32_t>(best - score.begin()), (1.0 - second) / sum};
}

BlockFit::BlockFit(GraphView graph, const Partition& partition, const RunContext& run)
    : graph_(graph),
      community_of_(with_ghosts(graph, partition.community_of, room_, run)),
      vote_(graph, partition, run),
      highest_(partition.community_of.size()),
      sum_(partition.community_of.size()) {
  const auto communities = static_cast<std::size_t>(partition.communities);
  parallel_for(run, sum_.size(), 256, [&](std::size_t begin, std::size_t end) {
    std::vector<double> scores(communities);
    for (std::size_t v = begin; v < end; ++v) {
      for (std::size_t c = 0; c < communities; ++c) scores[c] = score(v, c);
      highest_[v] = std::ranges::max(scores);
      sum_[v] = 0.0;
      for (const double s : scores) sum_[v] += std::exp(s - highest_[v]);
    }
  });
}

double BlockFit::score(std::size_t node, std::size_t community) const {
  const auto neighbours = graph_.neighbours(static_cast<NodeId>(node));
  if (neighbours.empty()) return 0.0;
  double sum = 0.0;
  for (const NodeId v : neighbours) sum += vote_.log_share(community, static_cast<std::size_t>(community_of_[v]));
  return sum / std::sqrt(static_cast<double>(neighbours.size()));
}

double BlockFit::share(std::size_t node, std::size_t community) const {
  return std::exp(score(node, community) - highest_[node]) / sum_[node];
}

}  // namespace cgsd
