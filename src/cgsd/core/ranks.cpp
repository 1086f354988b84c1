#include "cgsd/core/ranks.hpp"

#include <algorithm>

#include "cgsd/core/parallel.hpp"

namespace cgsd {

std::vector<double> mid_ranks(std::span<const double> values, const RunContext& run) {
  std::vector<double> distinct(values.begin(), values.end());
  std::ranges::sort(distinct);
  std::vector<double> rank;  // of each distinct value
  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < distinct.size(); begin = end) {
    while (end < distinct.size() && distinct[end] == distinct[begin]) ++end;
    distinct[kept++] = distinct[begin];
    rank.push_back(static_cast<double>(begin + end + 1) / 2.0);  // the mean of begin + 1 … end
  }
  distinct.resize(kept);
  std::vector<double> ranks(values.size());
  parallel_for(run, values.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto place = std::ranges::lower_bound(distinct, values[i]) - distinct.begin();
      ranks[i] = rank[static_cast<std::size_t>(place)];
    }
  });
  return ranks;
}

}  // namespace cgsd
