#include "cgsd/metrics/cut_quality.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

struct Volumes {
  std::vector<double> inside;
  std::vector<double> leaving;   // all entries that start in the community
  std::vector<double> reaching;  // all entries that end in it
  double total = 0.0;

  Volumes& operator+=(const Volumes& other) {
    if (inside.empty()) return *this = other;
    if (other.inside.empty()) return *this;
    for (std::size_t c = 0; c < inside.size(); ++c) {
      inside[c] += other.inside[c];
      leaving[c] += other.leaving[c];
      reaching[c] += other.reaching[c];
    }
    total += other.total;
    return *this;
  }
};

// Nodes of a block. Each block has sums of its own, so there is one block if there are many communities.
std::size_t volume_block(std::size_t communities, std::size_t nodes) {
  constexpr std::size_t kNodes = 65536;
  constexpr std::size_t kFewCommunities = 4096;
  return communities <= kFewCommunities ? kNodes : std::max(kNodes, nodes);
}

Volumes volumes(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run) {
  const auto last = static_cast<double>(*std::max_element(community_of.begin(), community_of.end()));
  const auto count = static_cast<std::size_t>(1.0 + largest_over_processes(run, last));
  std::vector<std::int32_t> room;
  const auto reached = with_ghosts(graph, MatrixView(community_of.size(), 1, community_of), room, run).values();
  const std::vector<double> zeros(count, 0.0);
  Volumes v{zeros, zeros, zeros};
  v += ordered_sum<Volumes>(run, graph.nodes(), volume_block(count, graph.nodes()),
                            [&](std::size_t begin, std::size_t end) {
                              Volumes part{zeros, zeros, zeros};
                              for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
                                const auto own = static_cast<std::size_t>(community_of[u]);
                                for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
                                  const double weight = graph.weighted() ? graph.weights()[i] : 1.0;
                                  const auto other = static_cast<std::size_t>(reached[graph.targets()[i]]);
                                  part.leaving[own] += weight;
                                  part.reaching[other] += weight;
                                  if (own == other) part.inside[own] += weight;
                                  part.total += weight;
                                }
                              }
                              return part;
                            });
  for (std::vector<double>* sums : {&v.inside, &v.leaving, &v.reaching}) sum_over_processes(run, *sums);
  v.total = sum_over_processes(run, v.total);
  return v;
}

void check_communities(GraphView graph, std::span<const std::int32_t> community_of) {
  if (community_of.size() != graph.nodes()) throw InvalidArgument("communities: one per node is needed");
  if (std::any_of(community_of.begin(), community_of.end(), [](std::int32_t c) { return c < 0; })) {
    throw InvalidArgument("communities: every node must have one");
  }
}

// NaN for a community that has no volume or is everything.
std::vector<double> conductances_of(const Volumes& v) {
  std::vector<double> conductance(v.inside.size(), kUndefined);
  for (std::size_t c = 0; c < v.inside.size(); ++c) {
    const double volume = v.leaving[c] + v.reaching[c];
    const double smaller_side = std::min(volume, 2.0 * v.total - volume);
    if (smaller_side > 0.0) conductance[c] = (volume - 2.0 * v.inside[c]) / smaller_side;
  }
  return conductance;
}

}  // namespace

std::vector<double> conductances(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run) {
  check_communities(graph, community_of);
  return community_of.empty() ? std::vector<double>() : conductances_of(volumes(graph, community_of, run));
}

CutQuality cut_quality(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run) {
  CutQuality quality{kUndefined, kUndefined, kUndefined, kUndefined};
  check_communities(graph, community_of);
  if (entries_of_all(graph, run) == 0) return quality;
  const Volumes v = volumes(graph, community_of, run);
  if (v.total <= 0.0) return quality;

  quality.modularity = 0.0;
  quality.coverage = 0.0;
  for (std::size_t c = 0; c < v.inside.size(); ++c) {
    quality.modularity += v.inside[c] / v.total - (v.leaving[c] / v.total) * (v.reaching[c] / v.total);
    quality.coverage += v.inside[c] / v.total;
  }
  double sum = 0.0;
  double largest = 0.0;
  std::size_t bordered = 0;
  for (const double conductance : conductances_of(v)) {
    if (std::isnan(conductance)) continue;
    sum += conductance;
    largest = std::max(largest, conductance);
    ++bordered;
  }
  if (bordered > 0) {
    quality.mean_conductance = sum / static_cast<double>(bordered);
    quality.largest_conductance = largest;
  }
  return quality;
}

}  // namespace cgsd
