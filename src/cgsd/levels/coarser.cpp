#include "cgsd/levels/coarser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace cgsd {
namespace {

constexpr std::size_t kOverview = 12;  // communities that a reader takes in at once
constexpr std::size_t kFewest = 6;     // of fewer no tree stands out of chance
constexpr int kTrees = 199;
constexpr double kSignificant = 0.05;

struct Cut {
  std::size_t groups = 0;  // 0: none
  double gap = 1.0;
};

// heights[g]: of the join that leaves g − 1 groups; g from 2 on.
std::vector<double> join_heights(CommunityDistances distances) {
  Joining joining(std::move(distances));
  std::vector<double> heights(joining.left() + 1, 0.0);
  for (std::size_t g = joining.left(); g >= 2; --g) heights[g] = joining.join_nearest();
  return heights;
}

double ratio(double above, double below) {
  if (std::isinf(below)) return 1.0;  // sets that no edge joins are equally far apart
  return below > 0.0 ? above / below : (above > 0.0 ? std::numeric_limits<double>::infinity() : 1.0);
}

// Of cuts that are equally wide, the one with more groups.
Cut widest_gap(const std::vector<double>& heights, std::size_t from) {
  Cut best;
  for (std::size_t g = from / 2; g >= 2; --g) {
    const double gap = ratio(heights[g], heights[g + 1]);
    if (gap > best.gap) best = {g, gap};
  }
  return best;
}

CommunityDistances dealt_anew(CommunityDistances distances, RandomSequence random) {
  Matrix<double>& d = distances.dissimilarity;
  std::vector<double> values;
  for (std::size_t a = 0; a < d.rows(); ++a) {
    for (std::size_t b = a + 1; b < d.rows(); ++b) values.push_back(d(a, b));
  }
  shuffle(std::span(values), random);
  std::size_t next = 0;
  for (std::size_t a = 0; a < d.rows(); ++a) {
    for (std::size_t b = a + 1; b < d.rows(); ++b, ++next) {
      d(a, b) = values[next];
      d(b, a) = values[next];
    }
  }
  return distances;
}

double share_of_chance(const CommunityDistances& distances, double gap, const RunContext& run) {
  int as_wide = 1;  // the tree itself
  for (int tree = 0; tree < kTrees; ++tree) {
    const RandomStream stream = run.stream("trees of chance").at(static_cast<std::uint64_t>(tree));
    const auto heights = join_heights(dealt_anew(distances, RandomSequence(stream)));
    if (widest_gap(heights, distances.communities()).gap >= gap) ++as_wide;
  }
  return static_cast<double>(as_wide) / (kTrees + 1);
}

// The distances between what is left once `left` groups are.
CommunityDistances joined_to(const CommunityDistances& distances, std::size_t left) {
  Joining joining(distances);
  while (joining.left() > left) joining.join_nearest();
  return joining.remaining();
}

std::vector<std::int32_t> groups_at(const CommunityDistances& distances, std::size_t left) {
  Joining joining(distances);
  while (joining.left() > left) joining.join_nearest();
  return joining.groups();
}

}  // namespace

std::vector<CoarseLevel> coarser_levels(const CommunityDistances& distances, const RunContext& run) {
  std::vector<CoarseLevel> levels;
  std::size_t left = distances.communities();
  if (left < kFewest || std::cmp_greater(left, kMostLinked)) return levels;
  const std::vector<double> heights = join_heights(distances);
  while (left >= kFewest) {
    run.check_stop();
    const Cut cut = widest_gap(heights, left);
    if (cut.groups == 0) break;
    CoarseLevel level{.groups = static_cast<std::int32_t>(cut.groups), .gap = cut.gap};
    level.chance = std::numeric_limits<double>::quiet_NaN();
    if (left <= kOverview) level.chance = share_of_chance(joined_to(distances, left), cut.gap, run);
    if (level.chance > kSignificant) break;
    level.group_of = groups_at(distances, cut.groups);
    levels.insert(levels.begin(), std::move(level));
    left = cut.groups;
  }
  return levels;
}

}  // namespace cgsd
