#include "cgsd/clustering/partition.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "cgsd/graph/processes.hpp"

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

Partition numbered_by_size(std::span<const std::int32_t> community_of, const RunContext& run) {
  if (!several(run)) return numbered_by_size(community_of);
  constexpr double kNowhere = std::numeric_limits<double>::infinity();
  const std::int32_t own = community_of.empty() ? 0 : std::ranges::max(community_of) + 1;
  const auto labels = static_cast<std::size_t>(largest_over_processes(run, static_cast<double>(own)));
  std::vector<double> size(labels, 0.0);
  std::vector<double> met(labels, kNowhere);  // the first node
  for (std::size_t v = 0; v < community_of.size(); ++v) {
    const auto label = static_cast<std::size_t>(community_of[v]);
    if (size[label] == 0.0) met[label] = static_cast<double>(first_row(run) + v);
    size[label] += 1.0;
  }
  sum_over_processes(run, size);
  const std::vector<double> all = gathered(run, std::span<const double>(met));
  for (std::size_t i = 0; i < all.size(); ++i) met[i % labels] = std::min(met[i % labels], all[i]);
  std::vector<std::size_t> order(labels);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](auto a, auto b) { return size[a] != size[b] ? size[a] > size[b] : met[a] < met[b]; });
  std::vector<std::int32_t> number(labels);
  for (std::size_t i = 0; i < labels; ++i) number[order[i]] = static_cast<std::int32_t>(i);
  Partition partition{{community_of.begin(), community_of.end()}, 0};
  for (std::int32_t& c : partition.community_of) c = number[static_cast<std::size_t>(c)];
  partition.communities = static_cast<std::int32_t>(std::ranges::count_if(size, [](double n) { return n > 0.0; }));
  return partition;
}

std::vector<std::uint64_t> community_sizes(const Partition& partition, const RunContext& run) {
  const std::vector<std::uint64_t> own = community_sizes(partition);
  std::vector<double> sizes(own.begin(), own.end());
  sum_over_processes(run, sizes);
  return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> community_sizes(const Partition& partition) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(partition.communities), 0);
  for (const std::int32_t c : partition.community_of) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

}  // namespace cgsd
