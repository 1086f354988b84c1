// The parts that some nodes were in, in a former run with levels.
//
// Their former community is the one that resembles them most, by |A ∩ B| / |A ∪ B| > ½, of those on the run's own level and
// below. Their parts are the communities one step below it, if it was divided. Cost: O(nodes · levels).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "cgsd/graph/graph.hpp"
#include "cgsd/levels/continuity.hpp"

namespace cgsd {

class FormerParts {
 public:
  explicit FormerParts(const FormerRun* run);  // null: there was none

  // Of each node; −1: it was in another community. Empty if there is no such community, or it was not divided.
  std::vector<std::int32_t> of(std::span<const NodeId> nodes) const;

 private:
  const FormerRun* run_;
  std::map<std::int32_t, std::size_t> size_;  // of former communities, in nodes that are still there
};

}  // namespace cgsd
