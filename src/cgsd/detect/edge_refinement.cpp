#include "cgsd/detect/edge_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/column_sums.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/tall_products.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kMostRounds = 30;
constexpr double kOwn = 0.9;       // share of its community that a node begins with
constexpr double kStill = 1e-4;    // mean change of the shares at which rounds end
constexpr double kDecisive = 1.0;  // log odds
constexpr std::size_t kRows = 256;
constexpr std::size_t kMostShares = std::size_t{1} << 27;  // half a gigabyte, twice

// e_ab of these communities.
Matrix<double> edge_ends(GraphView graph, const Partition& partition, const RunContext& run) {
  const auto communities = static_cast<std::size_t>(partition.communities);
  std::vector<std::int32_t> room;
  const std::span<const std::int32_t> community_of = with_ghosts(graph, partition.community_of, room, run);
  Matrix<double> ends(communities, communities);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const auto row = ends.row(static_cast<std::size_t>(community_of[u]));
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
      row[static_cast<std::size_t>(community_of[graph.targets()[i]])] += graph.weighted() ? graph.weights()[i] : 1.0;
  }
  sum_over_processes(run, ends.values());
  return ends;
}

std::vector<double> row_sums(const Matrix<double>& ends) {
  std::vector<double> sums;
  for (std::size_t a = 0; a < ends.rows(); ++a)
    sums.push_back(std::accumulate(ends.row(a).begin(), ends.row(a).end(), 0.0));
  return sums;
}

// The shares p_va of every node in every community, and what its neighbours say of them.
class SharedNodes {
 public:
  SharedNodes(GraphView graph, const Partition& start, const RunContext& run)
      : graph_(graph),
        start_(start),
        run_(run),
        communities_(static_cast<std::size_t>(start.communities)),
        shares_(start.community_of.size(), communities_),
        around_(start.community_of.size(), communities_) {
    const auto others = static_cast<float>((1.0 - kOwn) / static_cast<double>(communities_));
    std::ranges::fill(shares_.values(), others);
    for (std::size_t v = 0; v < shares_.rows(); ++v) shares_(v, own(v)) += static_cast<float>(kOwn);
    ask();
  }

  // Half-way to what the neighbours say; the mean change of a node's shares.
  double round() {
    const double changed = ordered_sum<double>(run_, shares_.rows(), kRows, [&](std::size_t begin, std::size_t end) {
      std::vector<double> score(communities_);
      double change = 0.0;
      for (std::size_t v = begin; v < end; ++v) {
        posterior(v, score);
        const auto row = shares_.row(v);
        for (std::size_t a = 0; a < communities_; ++a) {
          const double step = (score[a] - static_cast<double>(row[a])) / 2.0;
          change += std::abs(step);
          row[a] = static_cast<float>(static_cast<double>(row[a]) + step);
        }
      }
      return change;
    });
    ask();
    return sum_over_processes(run_, changed) / static_cast<double>(rows_of_all(run_, shares_.rows()));
  }

  // Where nodes belong now.
  EdgeRefinement decided() const {
    EdgeRefinement out{start_};
    const double dispersion = this->dispersion();
    const auto own_moves =
        ordered_sum<std::uint64_t>(run_, shares_.rows(), kRows, [&](std::size_t begin, std::size_t end) {
          std::vector<double> score(communities_);
          std::uint64_t moved = 0;
          for (std::size_t v = begin; v < end; ++v) {
            if (graph_.degree(static_cast<NodeId>(v)) == 0) continue;
            scores(v, dispersion, score);
            const auto best = std::ranges::max_element(score);
            if (*best - score[own(v)] <= kDecisive) continue;
            out.partition.community_of[v] = static_cast<std::int32_t>(best - score.begin());
            ++moved;
          }
          return moved;
        });
    out.moved = rows_of_all(run_, own_moves);
    return out;
  }

 private:
  std::size_t own(std::size_t v) const { return static_cast<std::size_t>(start_.community_of[v]); }
  double weight(EntryIndex i) const { return graph_.weighted() ? graph_.weights()[i] : 1.0; }
  void count_around(NodeId v, std::span<const std::int32_t> community_of, std::vector<double>& found) const {
    std::ranges::fill(found, 0.0);
    for (EntryIndex i = graph_.row_begin(v); i < graph_.row_end(v); ++i)
      found[static_cast<std::size_t>(community_of[graph_.targets()[i]])] += weight(i);
  }

  // Invariant: around = A p, ends = pᵀ A p, and what follows from them.
  void ask() {
    neighbour_sums<float>(graph_, shares_, around_, {}, run_);
    ends_ = column_products(shares_, around_, run_);
    const std::vector<double> sums = row_sums(ends_);
    log_share_ = Matrix<double>(communities_, communities_);
    for (std::size_t a = 0; a < communities_; ++a)
      for (std::size_t b = 0; b < communities_; ++b)
        log_share_(b, a) = std::log((ends_(a, b) + 1.0) / (sums[a] + static_cast<double>(communities_)));
    log_size_ = column_sums(shares_, run_, [](double share) { return share; });
    for (double& size : log_size_) size = std::log(std::max(size, 1e-300));
  }

  // φ of the communities of which nodes have the largest shares.
  double dispersion() const {
    Partition largest = start_;
    for (std::size_t v = 0; v < shares_.rows(); ++v) {
      const auto row = shares_.row(v);
      largest.community_of[v] = static_cast<std::int32_t>(std::ranges::max_element(row) - row.begin());
    }
    const Matrix<double> ends = edge_ends(graph_, largest, run_);
    const std::vector<double> sums = row_sums(ends);
    std::vector<std::int32_t> room;
    const std::span<const std::int32_t> community_of = with_ghosts(graph_, largest.community_of, room, run_);
    const double own = ordered_sum<double>(run_, shares_.rows(), kRows, [&](std::size_t begin, std::size_t end) {
      std::vector<double> found(communities_);
      double squares = 0.0;
      for (std::size_t v = begin; v < end; ++v) {
        count_around(static_cast<NodeId>(v), community_of, found);
        const double of_all = std::accumulate(found.begin(), found.end(), 0.0);
        const auto a = static_cast<std::size_t>(community_of[v]);
        for (std::size_t b = 0; b < communities_; ++b) {
          const double expected = of_all > 0.0 ? of_all * ends(a, b) / sums[a] : 0.0;
          if (expected > 0.0) squares += (found[b] - expected) * (found[b] - expected) / expected;
        }
      }
      return squares;
    });
    std::size_t with_edges = 0;
    for (NodeId v = 0; v < graph_.nodes(); ++v) with_edges += graph_.degree(v) > 0 ? 1 : 0;
    const auto free = static_cast<double>(rows_of_all(run_, with_edges) * (communities_ - 1));
    return std::max(1.0, sum_over_processes(run_, own) / std::max(free, 1.0));
  }

  void scores(std::size_t v, double dispersion, std::vector<double>& score) const {
    const auto found = around_.row(v);
    std::ranges::fill(score, 0.0);
    for (std::size_t b = 0; b < communities_; ++b) {
      const auto votes = static_cast<double>(found[b]);
      const auto row = log_share_.row(b);
      for (std::size_t a = 0; a < communities_; ++a) score[a] += votes * row[a];
    }
    for (std::size_t a = 0; a < communities_; ++a) score[a] = log_size_[a] + score[a] / dispersion;
  }

  void posterior(std::size_t v, std::vector<double>& score) const {
    scores(v, 1.0, score);
    const double highest = std::ranges::max(score);
    double sum = 0.0;
    for (double& s : score) sum += s = std::exp(s - highest);
    for (double& s : score) s /= sum;
  }

  GraphView graph_;
  const Partition& start_;
  const RunContext& run_;
  std::size_t communities_;
  Matrix<float> shares_;  // p
  Matrix<float> around_;
  Matrix<double> ends_;
  Matrix<double> log_share_;  // (b, a): ln of the share of b among the neighbours of a
  std::vector<double> log_size_;
};

}  // namespace

double edge_likelihood(GraphView graph, const Partition& partition, const RunContext& run) {
  const Matrix<double> ends = edge_ends(graph, partition, run);
  const std::vector<double> sums = row_sums(ends);
  double sum = 0.0;
  for (std::size_t a = 0; a < ends.rows(); ++a)
    for (std::size_t b = 0; b < ends.cols(); ++b)
      if (ends(a, b) > 0.0) sum += ends(a, b) * std::log(ends(a, b) / (sums[a] * sums[b]));
  return sum;
}

EdgeRefinement refined_by_edges(GraphView graph, const Partition& start, const RunContext& run) {
  const std::size_t nodes = rows_of_all(run, start.community_of.size());
  const auto communities = static_cast<std::size_t>(start.communities);
  const EdgeRefinement none{numbered_by_size(start.community_of, run)};
  if (communities < 2 || nodes > kMostShares / communities) return none;
  SharedNodes shared(graph, start, run);
  for (std::int32_t round = 0; round < kMostRounds; ++round) {
    run.check_stop();
    run.advance(static_cast<double>(round) / kMostRounds);
    if (shared.round() <= kStill) break;
  }
  EdgeRefinement refined = shared.decided();
  if (std::ranges::count(community_sizes(refined.partition, run), 0U) > 0) return none;
  if (edge_likelihood(graph, refined.partition, run) <= edge_likelihood(graph, start, run)) return none;
  refined.partition = numbered_by_size(refined.partition.community_of, run);
  return refined;
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

bool edges_decide(const Detection& d) {
  const auto* diffusion = std::get_if<Diffusion>(&d.encoded);
  if (diffusion == nullptr || !std::holds_alternative<SmoothedRounding>(d.rounded)) return false;
  return diffusion->topology.alone || diffusion->topology.decides;
}

void refine_if_edges_decide(Detection& d, GraphView graph, const RunContext& run) {
  if (!edges_decide(d)) return;
  auto& smoothed = std::get<SmoothedRounding>(d.rounded);
  EdgeRefinement refined = refined_by_edges(graph, smoothed.clustering.partition, run.stage("refinement"));
  if (refined.moved == 0) return;
  smoothed.clustering =
      with_communities(std::move(smoothed.clustering), std::move(refined.partition), smoothed.smoothed.points, run);
}

}  // namespace cgsd
