#include "cgsd/stats/ranks.hpp"

#include <algorithm>
#include <numeric>

namespace cgsd {

AverageRanks average_ranks(std::span<const double> values) {
  const std::size_t n = values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  AverageRanks result;
  result.ranks.resize(n);
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && values[order[end]] == values[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + 1 + end) / 2.0;  // the mean of begin + 1, …, end
    for (std::size_t i = begin; i < end; ++i) result.ranks[order[i]] = rank;
    const auto equal = static_cast<double>(end - begin);
    result.tie_term += equal * equal * equal - equal;
    if (end - begin > 1) result.tied += end - begin;
    begin = end;
  }
  return result;
}

}  // namespace cgsd
