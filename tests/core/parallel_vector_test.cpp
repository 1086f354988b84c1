#include "cgsd/core/parallel_vector.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(ParallelVector, HoldsZerosAtAnySize) {
  const RunContext run;
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{1000}, kLargeMemory / 4, kLargeMemory + 3}) {
    const std::vector<std::uint32_t> values = large_vector<std::uint32_t>(count, run);
    EXPECT_EQ(values.size(), count);
    EXPECT_TRUE(std::ranges::all_of(values, [](std::uint32_t x) { return x == 0; })) << count;
  }
}

}  // namespace
}  // namespace cgsd
