#include "cgsd/detect/community_count.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "cgsd/detect/prediction_strength.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

namespace cgsd {
namespace {

constexpr double kStable = 0.8;     // prediction strength from which it is believed alone
constexpr double kAsStable = 0.05;  // candidates this close to the most stable are as stable
constexpr std::int32_t kLeast = 2;
constexpr std::int32_t kAllUpTo = 20;  // candidates beyond are only what another criterion says

double strength_at(const StabilityCount& stability, std::int32_t communities) {
  const auto at = std::find(stability.candidates.begin(), stability.candidates.end(), communities);
  if (at == stability.candidates.end()) return 0.0;
  return stability.strengths[static_cast<std::size_t>(at - stability.candidates.begin())];
}

// The number on which two or more criteria agree; 0 where there is none.
std::int32_t agreed(const CommunityCount& count) {
  const std::int32_t stable = count.stability.communities;
  const std::array said = {stable, count.topology.communities, count.attributes.communities, count.eigengap};
  std::int32_t best = 0;
  for (const std::int32_t number : said) {
    if (number == 0 || std::count(said.begin(), said.end(), number) < 2) continue;
    if (number == stable) return stable;
    if (best == 0 || strength_at(count.stability, number) > strength_at(count.stability, best)) best = number;
  }
  return best;
}

}  // namespace

CommunityCount asked_for(std::int32_t communities) {
  CommunityCount count;
  count.communities = communities;
  return count;
}

CommunityCount count_by_eigengap(std::span<const double> eigenvalues) {
  CommunityCount count;
  count.reason = CountReason::eigengap;
  count.eigenvalues.assign(eigenvalues.begin(), eigenvalues.end());
  for (std::size_t i = 0; i + 1 < eigenvalues.size(); ++i) count.gaps.push_back(eigenvalues[i + 1] - eigenvalues[i]);
  if (count.gaps.size() < 2) {
    count.eigengap = static_cast<std::int32_t>(eigenvalues.size());
  } else {
    const auto widest = std::max_element(count.gaps.begin() + 1, count.gaps.end());
    count.eigengap = static_cast<std::int32_t>(widest - count.gaps.begin()) + 1;
  }
  count.communities = count.eigengap;
  return count;
}

TopologyCount count_by_topology(GraphView graph, std::int32_t most, const RunContext& run) {
  TopologyCount count;
  const auto nodes = static_cast<std::int32_t>(graph.nodes());
  if (nodes < 2) return count;
  const TopologySpectrum spectrum = topology_spectrum(graph, std::min(most + 1, nodes - 1), run);
  const double scale = bulk_scale(spectrum, static_cast<double>(nodes));
  for (const double value : spectrum.values) {
    count.strengths.push_back(scale * value);
    if (scale * std::abs(value) <= 1.0) continue;
    ++count.beyond_bulk;
    if (value < 0.0) ++count.disassortative;
  }
  count.converged = spectrum.converged;
  if (count.beyond_bulk >= kLeast && count.beyond_bulk <= most) count.communities = count.beyond_bulk;
  return count;
}

std::vector<std::int32_t> stability_candidates(const CommunityCount& others, std::int32_t most) {
  std::set<std::int32_t> candidates;
  const auto add = [&](std::int32_t from, std::int32_t to) {
    for (std::int32_t c = std::max(from, kLeast); c <= std::min(to, most); ++c) candidates.insert(c);
  };
  add(kLeast, kAllUpTo);
  for (const std::int32_t said : {others.eigengap, others.topology.communities, others.attributes.communities})
    if (said > 0) add(said - 1, said + 1);
  return {candidates.begin(), candidates.end()};
}

StabilityCount count_by_stability(const Matrix<double>& points, std::vector<std::int32_t> candidates,
                                  const RunContext& run) {
  std::erase_if(candidates, [&](std::int32_t c) { return std::cmp_greater(c, points.rows() / 2); });
  StabilityCount count;
  count.candidates = std::move(candidates);
  if (count.candidates.empty()) return count;
  count.strengths = prediction_strength(points, count.candidates, {}, run);
  const double best = *std::max_element(count.strengths.begin(), count.strengths.end());
  if (best <= 0.0) return count;
  for (std::size_t i = 0; i < count.candidates.size(); ++i)
    if (count.strengths[i] >= best - kAsStable) count.communities = count.candidates[i];
  return count;
}

AttributeCount count_by_attributes(std::size_t signals, std::int32_t most) {
  AttributeCount count{.signals = signals};
  if (signals > 0 && signals < static_cast<std::size_t>(most))
    count.communities = static_cast<std::int32_t>(signals) + 1;
  return count;
}

void choose(CommunityCount& count) {
  count.all_criteria = true;
  const StabilityCount& stability = count.stability;
  const bool something = count.topology.beyond_bulk >= kLeast || count.attributes.signals > 0;
  const auto decide = [&](CountReason reason, std::int32_t communities) {
    count.reason = reason;
    count.communities = communities;
  };
  if (const std::int32_t both = agreed(count); both > 0) {
    decide(CountReason::agreement, both);
  } else if (strength_at(stability, stability.communities) >= kStable) {
    decide(CountReason::stability, stability.communities);
  } else if (count.topology.communities > 0) {
    decide(CountReason::topology, count.topology.communities);
  } else if (something) {
    decide(CountReason::eigengap, count.eigengap);
  } else {
    decide(CountReason::nothing, std::min(kLeast, static_cast<std::int32_t>(count.eigenvalues.size())));
  }
}

}  // namespace cgsd
