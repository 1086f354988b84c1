#include "cgsd/graph/class_count.hpp"

#include <algorithm>
#include <vector>

namespace cgsd {

std::int32_t classes_with_nodes(const Labels& labels) {
  std::vector<char> seen(static_cast<std::size_t>(labels.classes()), 0);
  for (const std::int32_t label : labels.class_of)
    if (label != kUnlabelled) seen[static_cast<std::size_t>(label)] = 1;
  return static_cast<std::int32_t>(std::count(seen.begin(), seen.end(), 1));
}

}  // namespace cgsd
