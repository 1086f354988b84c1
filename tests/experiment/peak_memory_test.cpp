#include "cgsd/experiment/peak_memory.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(PeakMemory, RemembersWhatWasFreedUntilItIsReset) {
  constexpr std::size_t kBlock = std::size_t{64} << 20;
  if (!reset_peak_memory()) GTEST_SKIP() << "the system does not allow it";
  const auto before = peak_memory();
  ASSERT_TRUE(before);
  { const std::vector<char> block(kBlock, 1); }
  EXPECT_GE(*peak_memory(), *before + kBlock / 2);
  ASSERT_TRUE(reset_peak_memory());
  EXPECT_LT(*peak_memory(), *before + kBlock / 2);
}

}  // namespace
}  // namespace cgsd
