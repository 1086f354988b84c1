// Present and former communities side by side: how many nodes they have, and share.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace cgsd {

using SharedPair = std::pair<std::int32_t, std::int32_t>;  // present, former

// Of the nodes that both runs know.
struct Shares {
  std::map<SharedPair, std::uint64_t> both;
  std::map<std::int32_t, std::uint64_t> present;
  std::map<std::int32_t, std::uint64_t> former;

  bool keeps(SharedPair pair) const;      // it shares more than half of one of the two
  double jaccard(SharedPair pair) const;  // |A ∩ B| / |A ∪ B|
};

// The pairs with the largest sum of weights, each community in one of them at most (the Hungarian method,
// metrics/accuracy.hpp). Cost: O(k³) in the worst case.
std::vector<SharedPair> best_pairs(const std::map<SharedPair, std::uint64_t>& weights);

}  // namespace cgsd
