#include "papers/cgsd/theorems/separated_stars.hpp"

#include "cgsd/graph/builder.hpp"

namespace cgsd {

SeparatedStars separated_stars(const StarOptions& options, const RunContext& run) {
  const NodeId stride = options.leaves + 1;
  const NodeId stars = 2 * options.stars_per_class;
  EntryList list{.nodes = stars * stride, .entries = {}, .weights = {}};
  std::vector<std::int32_t> class_of;
  for (NodeId star = 0; star < stars; ++star) {
    const NodeId centre = star * stride;
    const bool is_first = star < options.stars_per_class;
    class_of.insert(class_of.end(), stride, is_first ? 0 : 1);
    for (NodeId leaf = 1; leaf <= options.leaves; ++leaf) list.entries.push_back({centre, centre + leaf});
    for (NodeId other = options.stars_per_class; is_first && other < stars; ++other)
      list.entries.push_back({centre, other * stride});
  }
  return {build_graph(list, {}, run).graph, std::move(class_of)};
}

}  // namespace cgsd
