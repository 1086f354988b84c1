#include "cgsd/stats/ranks.hpp"

#include "cgsd/core/ranks.hpp"

namespace cgsd {

AverageRanks average_ranks(std::span<const double> values) {
  const RankTable table = rank_table(values);
  AverageRanks result;
  for (const double value : values) result.ranks.push_back(table.rank_of(value));
  for (const std::size_t equal : table.equal) {
    const auto t = static_cast<double>(equal);
    result.tie_term += t * t * t - t;
    if (equal > 1) result.tied += equal;
  }
  return result;
}

}  // namespace cgsd
