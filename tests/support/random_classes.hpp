// A class for each of n nodes, at random.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/random.hpp"

namespace cgsd::testing {

inline std::vector<std::int32_t> random_classes(std::size_t n, std::uint64_t classes, std::uint64_t seed) {
  RandomSequence random{RandomStream(seed)};
  std::vector<std::int32_t> out(n);
  for (auto& c : out) c = static_cast<std::int32_t>(random.below(classes));
  return out;
}

}  // namespace cgsd::testing
