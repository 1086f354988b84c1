#include "cgsd/clustering/partition.hpp"

#include <algorithm>
#include <unordered_map>

namespace cgsd {

namespace {

// The communities in order of appearance: a label's place among them. Labels of any value; a table if they are small.
class Appearance {
 public:
  explicit Appearance(std::span<const std::int32_t> labels) {
    const auto [least, largest] = std::ranges::minmax_element(labels);
    if (labels.empty() || *least < 0 || static_cast<std::size_t>(*largest) > 4 * labels.size()) return;
    table_.assign(static_cast<std::size_t>(*largest) + 1, -1);
  }
  // `next` if the label is new.
  std::int32_t place(std::int32_t label, std::size_t next) {
    if (table_.empty()) return index_.try_emplace(label, static_cast<std::int32_t>(next)).first->second;
    std::int32_t& place = table_[static_cast<std::size_t>(label)];
    if (place < 0) place = static_cast<std::int32_t>(next);
    return place;
  }

 private:
  std::vector<std::int32_t> table_;
  std::unordered_map<std::int32_t, std::int32_t> index_;  // only looked up, never iterated: its order cannot matter
};

}  // namespace

Partition numbered_by_size(std::span<const std::int32_t> community_of) {
  struct Community {
    std::size_t first_met;
    std::uint64_t size;
  };
  Appearance appearance(community_of);
  std::vector<Community> met;
  Partition partition{std::vector<std::int32_t>(community_of.size()), 0};
  for (std::size_t v = 0; v < community_of.size(); ++v) {
    const std::int32_t place = appearance.place(community_of[v], met.size());
    if (static_cast<std::size_t>(place) == met.size()) met.push_back({met.size(), 0});
    ++met[static_cast<std::size_t>(place)].size;
    partition.community_of[v] = place;
  }
  std::ranges::stable_sort(met, [](const auto& a, const auto& b) { return a.size > b.size; });
  std::vector<std::int32_t> number(met.size());
  for (std::size_t i = 0; i < met.size(); ++i) number[met[i].first_met] = static_cast<std::int32_t>(i);
  for (std::int32_t& c : partition.community_of) c = number[static_cast<std::size_t>(c)];
  partition.communities = static_cast<std::int32_t>(met.size());
  return partition;
}

std::vector<std::uint64_t> community_sizes(const Partition& partition) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(partition.communities), 0);
  for (const std::int32_t c : partition.community_of) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

}  // namespace cgsd
