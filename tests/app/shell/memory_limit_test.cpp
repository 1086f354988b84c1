#include "apps/cgsd/shell/memory_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd::app {
namespace {

TEST(MemoryLimit, ReadsSizes) {
  EXPECT_EQ(parse_size("1234"), 1234U);
  EXPECT_EQ(parse_size("500M"), 500'000'000U);
  EXPECT_EQ(parse_size("8G"), 8'000'000'000U);
  EXPECT_EQ(parse_size("8gb"), 8'000'000'000U);
  EXPECT_EQ(parse_size("1.5T"), 1'500'000'000'000U);
  EXPECT_EQ(parse_size("64kB"), 64'000U);
}

TEST(MemoryLimit, RefusesWhatIsNoSize) {
  for (const char* text : {"", "G", "8X", "-1G", "0", "nan", "8 G", "8GG", "1e30T"})
    EXPECT_THROW(parse_size(text), InvalidArgument) << text;
}

TEST(MemoryLimit, NamesTheNeed) {
  EXPECT_NO_THROW(check_memory(999, 1000));
  try {
    check_memory(14'200'000'000, 8'000'000'000);
    FAIL() << "14 GB in 8";
  } catch (const InvalidArgument& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("14.2 GB"));
    EXPECT_THAT(e.what(), ::testing::HasSubstr("8.0 GB"));
  }
}

TEST(MemoryLimit, OfTheMachineHoldsWithoutAnother) {
  if (available_memory() == 0) GTEST_SKIP() << "the machine does not tell";
  EXPECT_NO_THROW(check_memory(1, std::nullopt));
  EXPECT_THROW(check_memory(1'000'000'000'000'000'000, std::nullopt), InvalidArgument);
}

}  // namespace
}  // namespace cgsd::app
