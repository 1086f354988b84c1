#include "cgsd/core/large_vector.hpp"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
}

// 524,288 doubles are 4 MiB: the hint begins there.
TEST(LargeVector, HoldsZerosOnBothSidesOfTheHint) {
  for (const std::size_t count : {0u, 1u, 524'287u, 524'288u, 524'289u, 3'000'001u}) {
    std::vector<double> values = large_vector<double>(count);
    EXPECT_EQ(values.size(), count);
    EXPECT_TRUE(all_zero(values)) << count;
    std::fill(values.begin(), values.end(), 1.0);  // every byte can be written
  }
}

TEST(LargeArray, HoldsWhatIsWrittenOnBothSidesOfTheHint) {
  for (const std::size_t count : {1u, 524'288u, 524'289u}) {
    const auto values = large_array<double>(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
    EXPECT_EQ(values[0], 0.0);
    EXPECT_EQ(values[count - 1], static_cast<double>(count - 1));
  }
}

// The hint may touch only memory that is its caller's; what lies there stays as it is.
TEST(LargeVector, HintKeepsContentsAtAnyAlignment) {
  std::vector<std::uint8_t> bytes(std::size_t{9} << 20, 7);
  for (const std::size_t shift : {0u, 1u, 4095u, 4096u, 1'234'567u}) {
    prefer_large_pages(bytes.data() + shift, bytes.size() - shift);
    EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 7; }));
  }
}

}  // namespace
}  // namespace cgsd
