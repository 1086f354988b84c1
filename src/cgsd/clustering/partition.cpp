#include "cgsd/clustering/partition.hpp"

#include <algorithm>
#include <unordered_map>

namespace cgsd {

Partition numbered_by_size(std::span<const std::int32_t> community_of) {
  struct Community {
    std::size_t first_met;
    std::uint64_t size;
  };
  std::unordered_map<std::int32_t, std::size_t> index;  // only looked up, never iterated: its order cannot matter
  std::vector<Community> met;
  for (const std::int32_t c : community_of) {
    const auto [place, is_new] = index.try_emplace(c, met.size());
    if (is_new) met.push_back({met.size(), 0});
    ++met[place->second].size;
  }
  std::vector<Community> ordered = met;
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.size > b.size; });
  std::vector<std::int32_t> number(met.size());
  for (std::size_t i = 0; i < ordered.size(); ++i) number[ordered[i].first_met] = static_cast<std::int32_t>(i);

  Partition partition{std::vector<std::int32_t>(community_of.size()), static_cast<std::int32_t>(met.size())};
  for (std::size_t v = 0; v < community_of.size(); ++v) partition.community_of[v] = number[index.at(community_of[v])];
  return partition;
}

std::vector<std::uint64_t> community_sizes(const Partition& partition) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(partition.communities), 0);
  for (const std::int32_t c : partition.community_of) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

}  // namespace cgsd
