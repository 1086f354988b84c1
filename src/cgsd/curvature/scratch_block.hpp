// Block sizes for loops over nodes: those whose body owns nothing, and those whose body owns an array with one element
// per node.
#pragma once

#include <algorithm>
#include <cstddef>

namespace cgsd {

inline constexpr std::size_t kCurvatureRows = 4096;

// At most 256 blocks, so that clearing their arrays costs at most 256 n; at least `least` items per block. Depends on
// the number of items only, never on the number of workers.
inline std::size_t scratch_block(std::size_t items, std::size_t least) { return std::max(least, items / 256 + 1); }

}  // namespace cgsd
