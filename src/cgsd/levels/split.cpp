#include "cgsd/levels/split.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "cgsd/detect/count/beyond_chance.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/levels/linkage.hpp"
#include "cgsd/levels/rounded_points.hpp"
#include "cgsd/levels/warm_start.hpp"
#include "cgsd/modularity/leiden.hpp"

namespace cgsd {
namespace {

constexpr NodeId kFewestAsked = 16;     // nodes that are asked
constexpr std::int32_t kMostParts = 8;  // of one community
constexpr std::int32_t kGroups = 2;     // eigenvalues beyond the bulk that make groups, the first included

struct Proposal {
  Partition parts;
  bool beyond_chance = false;
  Matrix<double> points;   // none: by edges
  Matrix<double> centres;  // likewise, one per part
};

Partition undivided(NodeId nodes) { return {std::vector<std::int32_t>(nodes, 0), 1}; }

struct Inside {
  AttributedGraphView community;
  std::span<const std::int32_t> former;  // parts
};

// A count has asked already.
bool stands_out(const AttributedGraphView& community, const Detection& found, const RunContext& run) {
  if (found.count.chosen()) return !found.count.nothing();
  const GraphRead read(community.graph, found.weights, run);
  return beyond_chance({read.view(), community.attributes}, run).any();
}

std::int32_t number_of(std::span<const std::int32_t> former) {
  std::set<std::int32_t> parts(former.begin(), former.end());
  parts.erase(-1);
  return static_cast<std::int32_t>(parts.size());
}

Proposal detected(const Inside& inside, DetectOptions options, std::int32_t parts, const RunContext& run) {
  const std::int32_t before = number_of(inside.former);
  const bool again = before > 1 && std::cmp_less_equal(2 * before, inside.former.size());
  options.communities = again ? before : parts;
  options.max_communities = kMostParts;
  const Detection found = detect(inside.community, options, run);
  KmeansResult clustering = clustering_of(found.rounded);
  Matrix<double> points = rounded_points(found);
  if (again) {
    auto warm = warm_clustering(points, inside.former, clustering, run);
    if (warm && as_good(*warm, clustering)) clustering = std::move(*warm);
  }
  Proposal p{std::move(clustering.partition), false, std::move(points), std::move(clustering.centres)};
  if (parts == 0) p.beyond_chance = stands_out(inside.community, found, run);
  return p;
}

Proposal by_leiden(GraphView community, std::int32_t parts, const RunContext& run) {
  Proposal p{leiden(community, {.target_communities = parts}, run).partition, false, {}, {}};
  if (parts > 0) return p;
  SpectrumCache spectra;
  const TopologyCount count = count_by_topology(community, kMostParts, spectra, run);
  p.beyond_chance = count.beyond_bulk - count.disassortative >= kGroups;
  return p;
}

// parts = 0: as many as there are.
Proposal proposal(const Inside& inside, const SplitRule& rule, std::int32_t parts, const RunContext& run) {
  if (rule.by_edges) return by_leiden(inside.community.graph, parts, run);
  return detected(inside, rule.detect, parts, run);
}

CommunityDistances distances(const AttributedGraphView& community, const Proposal& p, const Partition& parts) {
  return p.points.rows() > 0 ? distances_by_points(p.points, parts) : distances_by_edges(community.graph, parts);
}

Partition large_enough(const AttributedGraphView& community, const Proposal& p, const SizeBounds& bounds) {
  if (bounds.min_size <= 1 || p.parts.communities > kMostLinked) return p.parts;
  return without_small(p.parts, distances(community, p, p.parts), static_cast<std::uint64_t>(bounds.min_size));
}

// Both halves of the order along the line between the first two centres. Equal nodes stay together: the cut is moved to
// the nearest place where two differ.
Partition halves(const Proposal& p) {
  const std::size_t n = p.parts.community_of.size();
  if (p.centres.rows() < 2) return undivided(static_cast<NodeId>(n));
  std::vector<double> at(n, 0.0);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t j = 0; j < p.points.cols(); ++j) at[v] += p.points(v, j) * (p.centres(1, j) - p.centres(0, j));
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });
  const auto differs = [&](std::size_t cut) { return cut > 0 && cut < n && at[order[cut - 1]] < at[order[cut]]; };
  std::size_t cut = n;
  for (std::size_t step = 0; step <= n / 2 && cut == n; ++step) {
    if (differs(n / 2 - step)) cut = n / 2 - step;
    if (differs(n / 2 + step)) cut = n / 2 + step;
  }
  std::vector<std::int32_t> half(n, 0);
  for (std::size_t i = cut; i < n; ++i) half[order[i]] = 1;
  return numbered_by_size(half);
}

// Its parts, or two halves, if they are large enough; else one part and why.
CommunitySplit admissible(const AttributedGraphView& community, const Proposal& p, const SizeBounds& bounds) {
  const Partition parts = large_enough(community, p, bounds);
  if (parts.communities > 1) return {parts, SplitEnd::forced};
  const Partition two = halves(p);
  if (two.communities > 1 && !bounds.below(std::ranges::min(community_sizes(two)))) return {two, SplitEnd::forced};
  return {undivided(community.graph.nodes()), p.parts.communities > 1 ? SplitEnd::min_size : SplitEnd::alike};
}

// Nothing stands out, but it is too large. If coordinates do not divide it, edges may.
CommunitySplit forced(const Inside& inside, const SplitRule& rule, const RunContext& run) {
  const GraphView graph = inside.community.graph;
  const std::int64_t wanted = (graph.nodes() + rule.bounds.max_size - 1) / rule.bounds.max_size;
  const auto parts = static_cast<std::int32_t>(std::clamp<std::int64_t>(wanted, 2, kMostParts));
  CommunitySplit split = admissible(inside.community, proposal(inside, rule, parts, run), rule.bounds);
  if (split.parts.communities > 1 || rule.by_edges || graph.entries() == 0) return split;
  CommunitySplit by_edges = admissible(inside.community, by_leiden(graph, parts, run), rule.bounds);
  return by_edges.parts.communities > 1 ? by_edges : split;
}

}  // namespace

CommunitySplit split_community(const AttributedGraphView& community, const SplitRule& rule,
                               std::span<const std::int32_t> former, const RunContext& run) {
  const Inside inside{community, former};
  const NodeId n = community.graph.nodes();
  const bool too_large = rule.bounds.above(n);
  const auto leaf = [n](SplitEnd why) { return CommunitySplit{undivided(n), why}; };
  if (n < 2 || (!too_large && n < kFewestAsked)) return leaf(SplitEnd::few);
  if (std::cmp_less(n, 2 * rule.bounds.min_size)) return leaf(SplitEnd::min_size);
  if (community.graph.entries() == 0 && (rule.by_edges || community.attributes.none())) return leaf(SplitEnd::alike);
  if (n >= kFewestAsked) {
    const Proposal natural = proposal(inside, rule, 0, run);
    if (natural.beyond_chance && natural.parts.communities > 1) {
      CommunitySplit split{large_enough(community, natural, rule.bounds), SplitEnd::divided};
      if (split.parts.communities > 1) return split;
      if (!too_large) return leaf(SplitEnd::min_size);
    }
    if (!too_large) return leaf(SplitEnd::nothing);
  }
  return forced(inside, rule, run);
}

}  // namespace cgsd
