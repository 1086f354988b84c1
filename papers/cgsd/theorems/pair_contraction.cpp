#include "papers/cgsd/theorems/pair_contraction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kColumns = 32;  // columns of G at a time

// S̃, one value per entry.
std::vector<double> walk_values(const PartitionedGraph& parts, WalkScaling scaling, const RunContext& run) {
  const GraphView graph = parts.graph;
  std::vector<double> logs(parts.curvature.size());
  std::vector<double> degree_logs(parts.curvature.size());  // log √(d_u d_v)
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      degree_logs[i] = 0.5 * std::log(parts.whole_degree[u] * parts.whole_degree[graph.targets()[i]]);
      logs[i] = log_sigmoid(parts.curvature[i]) - degree_logs[i];
    }
  }
  std::vector<double> values(logs.size());
  if (scaling == WalkScaling::by_sums) {
    const NormalisedLaplacian walk(graph, logs, run);
    std::ranges::copy(walk.normalised(), values.begin());
  } else {
    for (std::size_t i = 0; i < logs.size(); ++i) values[i] = std::exp(logs[i] - degree_logs[i]);
  }
  return values;
}

class Walk {
 public:
  Walk(const PartitionedGraph& parts, WalkScaling scaling, const RunContext& run)
      : graph_(parts.graph), values_(walk_values(parts, scaling, run)) {}

  // G_vv = ‖S̃² e_v‖²
  std::vector<double> diagonal(const RunContext& run) const {
    std::vector<double> squares(graph_.nodes(), 0.0);
    constexpr std::size_t kBlock = 256;
    parallel_for(run, graph_.nodes(), kBlock, [&](std::size_t begin, std::size_t end) {
      std::vector<double> reached(graph_.nodes(), 0.0);
      for (auto v = static_cast<NodeId>(begin); v < end; ++v) squares[v] = two_step_square(v, reached);
    });
    return squares;
  }

  // The columns of G of up to kColumns nodes, row by row.
  std::vector<double> columns(std::span<const NodeId> sources) const {
    std::vector<double> x(graph_.nodes() * kColumns, 0.0);
    std::vector<double> y(x.size());
    for (std::size_t j = 0; j < sources.size(); ++j) x[sources[j] * kColumns + j] = 1.0;
    for (int step = 0; step < 4; ++step) {
      multiply(x, y);
      x.swap(y);
    }
    return x;
  }

 private:
  // `reached` is all 0 before and after.
  double two_step_square(NodeId v, std::vector<double>& reached) const {
    std::vector<NodeId> touched;
    for (EntryIndex i = graph_.row_begin(v); i < graph_.row_end(v); ++i) {
      const NodeId w = graph_.targets()[i];
      for (EntryIndex j = graph_.row_begin(w); j < graph_.row_end(w); ++j) {
        reached[graph_.targets()[j]] += values_[i] * values_[j];
        touched.push_back(graph_.targets()[j]);
      }
    }
    double sum = 0.0;
    for (const NodeId x : touched) {
      sum += reached[x] * reached[x];
      reached[x] = 0.0;  // a node that was reached twice counts once
    }
    return sum;
  }

  // y ← S̃ x
  void multiply(const std::vector<double>& x, std::vector<double>& y) const {
    for (NodeId u = 0; u < graph_.nodes(); ++u) {
      std::array<double, kColumns> sum{};
      for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) {
        const double* row = x.data() + graph_.targets()[i] * kColumns;
        for (std::size_t j = 0; j < kColumns; ++j) sum[j] += values_[i] * row[j];
      }
      std::ranges::copy(sum, y.begin() + static_cast<std::ptrdiff_t>(u * kColumns));
    }
  }

  GraphView graph_;
  std::vector<double> values_;
};

std::vector<NodeId> sources_of(NodeId nodes) {
  constexpr NodeId kAllUpTo = 3000;
  constexpr NodeId kSample = 512;
  std::vector<NodeId> sources(nodes > kAllUpTo ? kSample : nodes);
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i] = static_cast<NodeId>(i * nodes / sources.size());
  return sources;
}

void take(const PairContraction& other, PairContraction& all) {
  all.smallest_constant = std::min(all.smallest_constant, other.smallest_constant);
  all.smallest_across = std::min(all.smallest_across, other.smallest_across);
  all.pairs += other.pairs;
  all.pairs_beyond += other.pairs_beyond;
}

// A pair of two sources is met from both ends; it counts at the lower one.
class PairTest {
 public:
  PairTest(const PartitionedGraph& parts, std::span<const NodeId> sources, std::vector<double> diagonal,
           double constant)
      : parts_(parts), is_source_(parts.graph.nodes(), false), diagonal_(std::move(diagonal)), constant_(constant) {
    for (const NodeId u : sources) is_source_[u] = true;
  }

  PairContraction of(NodeId u, std::size_t j, const std::vector<double>& columns) const {
    constexpr double kRounding = 1e-12;
    PairContraction found;
    for (NodeId v = 0; v < parts_.graph.nodes(); ++v) {
      if (v == u || (v < u && is_source_[v])) continue;
      const double square = std::max(0.0, diagonal_[u] + diagonal_[v] - 2.0 * columns[v * kColumns + j]) / 2.0;
      const double constant = 1.0 - std::sqrt(std::sqrt(square));  // r^½, r² = square
      if (!parts_.is_within(u, v)) {
        found.smallest_across = std::min(found.smallest_across, constant);
        continue;
      }
      ++found.pairs;
      found.smallest_constant = std::min(found.smallest_constant, constant);
      if (constant < constant_ - kRounding) ++found.pairs_beyond;
    }
    return found;
  }

 private:
  const PartitionedGraph& parts_;
  std::vector<bool> is_source_;
  std::vector<double> diagonal_;
  double constant_;
};

double smallest_inner_degree(const PartitionedGraph& parts) {
  double smallest = std::numeric_limits<double>::infinity();
  for (NodeId u = 0; u < parts.graph.nodes(); ++u) {
    if (parts.graph.degree(u) == 0) continue;
    const auto within =
        std::ranges::count_if(parts.graph.neighbours(u), [&](NodeId v) { return parts.is_within(u, v); });
    smallest = std::min(smallest, static_cast<double>(within));
  }
  return smallest;
}

}  // namespace

ContractionPremise contraction_premise(const PartitionedGraph& parts, const SplitCurvature& curvature) {
  ContractionPremise p{kUndefined, kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  if (curvature.within.empty() || curvature.cross.empty()) return p;
  p.gap = curvature.within.front().value - curvature.cross.back().value;
  p.gap_of_means = mean_value(curvature.within) - mean_value(curvature.cross);
  p.inner_degree = smallest_inner_degree(parts);
  p.largest_degree = *std::ranges::max_element(parts.whole_degree);
  const double gap = p.is_met() ? p.gap : p.gap_of_means;
  p.constant_of_proof = p.inner_degree * sigmoid(gap) / p.largest_degree;
  double holds = 0.0;
  for (const ValueCount& v : curvature.within) holds += v.value >= gap ? static_cast<double>(v.count) : 0.0;
  p.step_share = holds / static_cast<double>(total_count(curvature.within));
  return p;
}

PairContraction pair_contraction(const PartitionedGraph& parts, WalkScaling scaling, double constant,
                                 const RunContext& run) {
  const Walk walk(parts, scaling, run);
  const std::vector<NodeId> sources = sources_of(parts.graph.nodes());
  const PairTest test(parts, sources, walk.diagonal(run), constant);
  std::vector<PairContraction> by_block((sources.size() + kColumns - 1) / kColumns);
  parallel_for(run, sources.size(), kColumns, [&](std::size_t begin, std::size_t end) {
    const std::span block = std::span(sources).subspan(begin, end - begin);
    const std::vector<double> columns = walk.columns(block);
    for (std::size_t j = 0; j < block.size(); ++j) take(test.of(block[j], j, columns), by_block[begin / kColumns]);
  });
  PairContraction all;
  for (const PairContraction& part : by_block) take(part, all);
  return all;
}

}  // namespace cgsd
