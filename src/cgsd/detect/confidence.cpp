#include "cgsd/detect/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "cgsd/core/parallel.hpp"
#include "cgsd/rounding/smoothing.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kWalkSteps = 3;
constexpr std::size_t kColumns = 32;  // communities that are walked at a time
constexpr std::size_t kRowBlock = 256;

Confidence with_room(std::size_t nodes, ConfidenceSource source) {
  return {source, std::vector<double>(nodes, 0.0), std::vector<std::int32_t>(nodes, kNoOther),
          std::vector<double>(nodes, 0.0)};
}

std::size_t own_of(const Partition& partition, std::size_t v) {
  return static_cast<std::size_t>(partition.community_of[v]);
}

void offer_other(Confidence& found, std::size_t v, std::size_t c, double value) {
  BestOther best{found.other[v], found.other_value[v]};
  best.offer(c, value);
  found.other[v] = best.which;
  found.other_value[v] = best.value;
}

// Column j is 1 for the nodes of community first + j.
Matrix<float> indicators(const Partition& partition, std::size_t first, std::size_t columns) {
  Matrix<float> ones(partition.community_of.size(), columns);
  for (std::size_t v = 0; v < ones.rows(); ++v) {
    const std::size_t own = own_of(partition, v);
    if (own >= first && own < first + columns) ones(v, own - first) = 1.0F;
  }
  return ones;
}

Confidence of_shares(const CentreShares& shares) {
  return {ConfidenceSource::centres, shares.own, shares.other, shares.other_share};
}

bool edges_alone(const Encoded& encoded) {
  const auto* diffusion = std::get_if<Diffusion>(&encoded);
  return diffusion != nullptr && (diffusion->width == 0 || diffusion->topology.alone);
}

Confidence of_detection(const Detection& d, GraphView graph, const RunContext& run) {
  if (const auto* plain = std::get_if<PlainKmeansRounding>(&d.rounded))
    return of_shares(centre_shares(d.embedding(), plain->clustering, run));
  std::optional<BlockFit> fit;
  if (edges_alone(d.encoded)) fit.emplace(graph, d.communities(), run);
  const BlockFit* const neighbours = fit ? &*fit : nullptr;
  if (const auto* spectral = std::get_if<SpectralRounding>(&d.rounded))
    return walk_confidence({spectral->points, spectral->clustering, spectral->affinity, neighbours}, run);
  const auto& [smoothed, clustering] = std::get<SmoothedRounding>(d.rounded);
  if (smoothed.steps == 0) return of_shares(centre_shares(smoothed.points, clustering, run));
  return walk_confidence({smoothed.points, clustering, smoothed.affinity, neighbours}, run);
}

// The community that each column of an assignment became; kNoOther if no node took it.
std::vector<std::int32_t> community_of_columns(const Matrix<float>& assignment, const Partition& partition) {
  std::vector<std::int32_t> community(assignment.cols(), kNoOther);
  for (std::size_t v = 0; v < assignment.rows(); ++v) {
    const auto row = assignment.row(v);
    if (!std::ranges::all_of(row, [](float x) { return std::isfinite(x); })) continue;
    community[static_cast<std::size_t>(std::ranges::max_element(row) - row.begin())] = partition.community_of[v];
  }
  return community;
}

}  // namespace

Confidence walk_confidence(const WalkedClustering& of, const RunContext& run) {
  const CentreSoftmax softmax(DensePoints<double>(of.points), of.clustering, run);
  const Partition& partition = of.clustering.partition;
  const bool by_edges = of.neighbours != nullptr;
  Confidence found = with_room(
      of.points.rows(), by_edges ? ConfidenceSource::centres_walk_and_edges : ConfidenceSource::centres_and_walk);
  const auto value_of = [&](std::size_t v, std::size_t c, float walked) {
    const double both = softmax.share(v, c) * std::clamp(static_cast<double>(walked), 0.0, 1.0);
    return by_edges ? std::cbrt(both * of.neighbours->share(v, c)) : std::sqrt(both);
  };
  for (std::size_t first = 0; first < softmax.centres(); first += kColumns) {
    const std::size_t columns = std::min(kColumns, softmax.centres() - first);
    const Matrix<float> walked = smoothed(indicators(partition, first, columns), of.affinity, kWalkSteps, run);
    parallel_for(run, walked.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        for (std::size_t j = 0; j < columns; ++j) {
          const double value = value_of(v, first + j, walked(v, j));
          if (first + j == own_of(partition, v)) {
            found.own[v] = value;
          } else {
            offer_other(found, v, first + j, value);
          }
        }
      }
    });
  }
  return found;
}

Confidence assignment_confidence(const Matrix<float>& assignment, const Partition& partition, const RunContext& run) {
  const std::vector<std::int32_t> community = community_of_columns(assignment, partition);
  Confidence found = with_room(assignment.rows(), ConfidenceSource::assignment);
  parallel_for(run, assignment.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const auto row = assignment.row(v);
      double sum = 0.0;
      for (const float x : row) sum += std::max(0.0, static_cast<double>(x));
      if (!std::isfinite(sum) || sum <= 0.0) continue;
      for (std::size_t j = 0; j < row.size(); ++j) {
        const double share = std::max(0.0, static_cast<double>(row[j])) / sum;
        if (community[j] == partition.community_of[v]) {
          found.own[v] = share;
        } else if (community[j] != kNoOther) {
          offer_other(found, v, static_cast<std::size_t>(community[j]), share);
        }
      }
    }
  });
  return found;
}

Confidence edge_confidence(GraphView graph, const Partition& partition, const RunContext& run) {
  Confidence found = with_room(graph.nodes(), ConfidenceSource::edges);
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> weight(static_cast<std::size_t>(partition.communities), 0.0);
    std::vector<std::size_t> touched;
    for (std::size_t v = begin; v < end; ++v) {
      double sum = 0.0;
      const auto node = static_cast<NodeId>(v);
      for (EntryIndex i = graph.row_begin(node); i < graph.row_end(node); ++i) {
        const double w = graph.weighted() ? graph.weights()[i] : 1.0;
        const std::size_t c = own_of(partition, graph.targets()[i]);
        if (weight[c] == 0.0) touched.push_back(c);
        weight[c] += w;
        sum += w;
      }
      std::ranges::sort(touched);
      const std::size_t own = own_of(partition, v);
      found.own[v] = sum > 0.0 ? std::min(1.0, weight[own] / sum) : std::numeric_limits<double>::quiet_NaN();
      for (const std::size_t c : touched) {
        if (c != own && weight[c] > 0.0) offer_other(found, v, c, weight[c] / sum);
      }
      for (const std::size_t c : std::exchange(touched, {})) weight[c] = 0.0;
    }
  });
  return found;
}

Confidence confidence(GraphView graph, const MethodResult& result, const RunContext& run) {
  if (result.detection) return of_detection(*result.detection, graph, run);
  if (!result.shares.own.empty()) return of_shares(result.shares);
  if (result.embedding_is_assignment) return assignment_confidence(result.embedding, result.partition, run);
  return edge_confidence(graph, result.partition, run);
}

}  // namespace cgsd
