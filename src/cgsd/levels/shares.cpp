#include "cgsd/levels/shares.hpp"

#include <algorithm>

#include "cgsd/metrics/accuracy.hpp"

namespace cgsd {
namespace {

// Communities in the order of their numbers, and their places in it.
struct Places {
  std::vector<std::int32_t> communities;

  void sort() {
    std::ranges::sort(communities);
    communities.erase(std::unique(communities.begin(), communities.end()), communities.end());
  }
  std::uint32_t of(std::int32_t community) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(communities, community) - communities.begin());
  }
};

}  // namespace

bool Shares::keeps(SharedPair pair) const {
  return 2 * both.at(pair) > std::min(present.at(pair.first), former.at(pair.second));
}

double Shares::jaccard(SharedPair pair) const {
  const std::uint64_t shared = both.at(pair);
  return static_cast<double>(shared) / static_cast<double>(present.at(pair.first) + former.at(pair.second) - shared);
}

std::vector<SharedPair> best_pairs(const std::map<SharedPair, std::uint64_t>& weights) {
  if (weights.empty()) return {};
  Places presents;
  Places formers;
  for (const auto& [pair, weight] : weights) {
    presents.communities.push_back(pair.first);
    formers.communities.push_back(pair.second);
  }
  presents.sort();
  formers.sort();
  Contingency table;
  table.row_sums.resize(presents.communities.size());
  table.column_sums.resize(formers.communities.size());
  for (const auto& [pair, weight] : weights)
    table.cells.push_back({presents.of(pair.first), formers.of(pair.second), weight});
  const std::vector<std::int64_t> match = best_matching(table);
  std::vector<SharedPair> pairs;
  for (std::size_t row = 0; row < match.size(); ++row) {
    if (match[row] < 0) continue;
    const SharedPair pair{presents.communities[row], formers.communities[static_cast<std::size_t>(match[row])]};
    if (weights.contains(pair)) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace cgsd
