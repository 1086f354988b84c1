#include "cgsd/core/ranks.hpp"

#include <algorithm>

#include "cgsd/core/parallel.hpp"

namespace cgsd {

double RankTable::rank_of(double value) const {
  return ranks[static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin())];
}

RankTable rank_table(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  RankTable table;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
    table.values.push_back(sorted[begin]);
    table.ranks.push_back(mid_rank(static_cast<double>(begin), static_cast<double>(end - begin)));
    table.equal.push_back(end - begin);
  }
  return table;
}

std::vector<double> mid_ranks(std::span<const double> values, const RunContext& run) {
  const RankTable table = rank_table(values);
  std::vector<double> ranks(values.size());
  parallel_for(run, values.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ranks[i] = table.rank_of(values[i]);
  });
  return ranks;
}

std::vector<double> rank_shares(std::span<const double> values, const RunContext& run) {
  std::vector<double> shares = mid_ranks(values, run);
  for (double& share : shares) share /= static_cast<double>(shares.size());
  return shares;
}

}  // namespace cgsd
