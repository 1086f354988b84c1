#include "cgsd/pipeline/community_count.hpp"

#include <algorithm>

namespace cgsd {

CommunityCount count_by_eigengap(std::span<const double> eigenvalues) {
  CommunityCount count{
      .communities = 0, .chosen = true, .eigenvalues = {eigenvalues.begin(), eigenvalues.end()}, .gaps = {}};
  for (std::size_t i = 0; i + 1 < eigenvalues.size(); ++i) count.gaps.push_back(eigenvalues[i + 1] - eigenvalues[i]);
  if (count.gaps.size() < 2) {
    count.communities = static_cast<std::int32_t>(eigenvalues.size());
  } else {
    const auto widest = std::max_element(count.gaps.begin() + 1, count.gaps.end());
    count.communities = static_cast<std::int32_t>(widest - count.gaps.begin()) + 1;
  }
  return count;
}

}  // namespace cgsd
