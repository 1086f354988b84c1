#include "cgsd/detect/count/community_count.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/detect/count/prediction_strength.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

namespace cgsd {
namespace {

constexpr double kStable = 0.8;     // prediction strength that Tibshirani & Walther (2005) take for a group
constexpr double kAsStable = 0.05;  // candidates this close to the most stable are as stable
constexpr std::int32_t kLeast = 2;

void widen(CommunityCount& count, std::int32_t to) {
  count.least = std::min(count.least, to);
  count.most = std::max(count.most, to);
}

void decide(CommunityCount& count, CountReason reason, std::int32_t communities) {
  count.reason = reason;
  count.communities = count.least = count.most = communities;
}

double strength_at(const StabilityCount& stability, std::int32_t communities) {
  const auto at = std::ranges::find(stability.candidates, communities);
  if (at == stability.candidates.end()) return 0.0;
  return stability.strengths[static_cast<std::size_t>(at - stability.candidates.begin())];
}

// The count by eigenvalues that halves of the data or of the nodes confirm, the better one of two; 0 if there is none.
std::int32_t confirmed(const CommunityCount& count) {
  const CrossedModularity& halves = count.halves;
  std::int32_t best = 0;
  double best_fit = 0.0;
  for (std::size_t i = 0; i < halves.candidates.size(); ++i) {
    const std::int32_t c = halves.candidates[i];
    if (c != count.topology.communities && c != count.attributes.communities) continue;
    if (!halves.near_best(i) && strength_at(count.stability, c) < kStable) continue;
    if (best > 0 && halves.fits[i] <= best_fit) continue;
    best = c;
    best_fit = halves.fits[i];
  }
  return best;
}

void choose_by_halves(CommunityCount& count) {
  const CrossedModularity& halves = count.halves;
  std::vector<std::int32_t> near;
  for (std::size_t i = 0; i < halves.candidates.size(); ++i)
    if (halves.near_best(i)) near.push_back(halves.candidates[i]);
  const std::int32_t counted = confirmed(count);
  decide(count, counted > 0 ? CountReason::confirmed : CountReason::halves, counted > 0 ? counted : near.front());
  for (const std::int32_t c : near) widen(count, c);
}

void choose_by_stability(CommunityCount& count) {
  const StabilityCount& stability = count.stability;
  decide(count, CountReason::stability, std::max(stability.communities, 1));
  if (stability.strengths.empty()) return;
  const double best = std::ranges::max(stability.strengths);
  for (std::size_t i = 0; i < stability.candidates.size(); ++i)
    if (stability.strengths[i] >= best - kAsStable) widen(count, stability.candidates[i]);
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

TopologyCount count_by_topology(GraphView graph, std::int32_t most, SpectrumCache& spectra, const RunContext& run) {
  TopologyCount count;
  const auto nodes = static_cast<std::int32_t>(rows_of_all(run, graph.nodes()));
  if (nodes < 2) return count;
  const TopologySpectrum& spectrum = spectra.of(graph, std::min(most + 1, nodes - 1), run);
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

StabilityCount count_by_stability(const Matrix<double>& points, std::vector<std::int32_t> candidates,
                                  const RunContext& run) {
  StabilityCount count;
  count.candidates = std::move(candidates);
  std::erase_if(count.candidates, [&](std::int32_t c) { return std::cmp_greater(c, points.rows() / 2); });
  if (count.candidates.empty()) return count;
  count.strengths = prediction_strength(points, count.candidates, {}, run);
  const double best = std::ranges::max(count.strengths);
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
  if (!count.chance.any()) {
    decide(count, CountReason::nothing, 1);
  } else if (!count.halves.none()) {
    choose_by_halves(count);
  } else {
    choose_by_stability(count);
  }
  if (count.parts.communities > count.communities) decide(count, CountReason::parts, count.parts.communities);
}

}  // namespace cgsd
