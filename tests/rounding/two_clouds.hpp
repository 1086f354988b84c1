// Ten points that every rounding divides the same way.
#pragma once

#include <gtest/gtest.h>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd::testing {

// Ten points on a line, five near 0 and five near 10.
inline Matrix<float> two_clouds() { return {10, 1, {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 10.0f, 10.1f, 10.2f, 10.3f, 10.4f}}; }

inline void expect_two_clouds(const Partition& found) {
  ASSERT_EQ(found.communities, 2);
  for (std::size_t v = 0; v < 10; ++v) EXPECT_EQ(found.community_of[v] == found.community_of[0], v < 5) << v;
}

}  // namespace cgsd::testing
