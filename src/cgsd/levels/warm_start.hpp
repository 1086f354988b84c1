// A detection that holds on to former communities as long as they are as good.
//
// K-means ends in one of many places, and a few edges more or less decide in which. So it is started once more, from the
// means of the former communities in the coordinates of this run. What it finds is taken if its inertia is at most 5 %
// above the lowest of the usual starts: such partitions are equally good, and this one is the one people know.
// If edges decide, neighbours have the last vote here too (detect/edge_refinement.hpp), beginning at the former communities themselves, and
// what communities add to the likelihood of the edges takes the place of the inertia.
// Needs a detection by K-means and as many former communities (of nodes that are still there) as this run has.
// Promises: the same bits at any number of threads. Cost: one start of K-means.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/levels/continuity.hpp"

namespace cgsd {

inline constexpr double kAsGood = 1.05;  // inertia, in units of the lowest

enum class WarmStart { taken, worse, other_number, no_coordinates };
constexpr auto enum_names(WarmStart) {
  using W = WarmStart;
  return std::array{
      EnumName<W>{W::taken, "taken", "the search began at the former communities, and they still fit"},
      EnumName<W>{W::worse, "worse", "the former communities no longer fit, so the search began anew"},
      EnumName<W>{W::other_number, "other_number", "another number of communities; the search began anew"},
      EnumName<W>{W::no_coordinates, "no_coordinates", "the method does not start from former communities"}};
}

struct WarmStarted {
  MethodResult result;
  WarmStart how = WarmStart::no_coordinates;
  double inertia = 0.0;  // of the warm start, in units of the lowest of the others; 0: none was made
};

// What K-means finds from the means of `former` (one id per point, −1: none). None unless there are as many of them as
// `cold` has communities.
std::optional<KmeansResult> warm_clustering(const Matrix<double>& points, std::span<const std::int32_t> former,
                                            const KmeansResult& cold, const RunContext& run);
bool as_good(const KmeansResult& warm, const KmeansResult& cold);

// `graph` is the one that the communities were found in.
WarmStarted warm_started(MethodResult found, GraphView graph, const FormerRun& former, const RunContext& run);

}  // namespace cgsd
