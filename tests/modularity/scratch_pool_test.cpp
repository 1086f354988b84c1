#include "cgsd/modularity/scratch_pool.hpp"

#include <atomic>

#include <gtest/gtest.h>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

TEST(ScratchPool, LendsAnObjectAgainOnlyAfterItWasGivenBack) {
  int made = 0;
  ScratchPool<int> pool([&] { return ++made; });
  {
    const auto first = pool.lend();
    const auto second = pool.lend();
    EXPECT_EQ(*first, 1);
    EXPECT_EQ(*second, 2);
  }
  const auto again = pool.lend();
  EXPECT_EQ(made, 2);
}

TEST(ScratchPool, LendsEachObjectToOneBlockAtATime) {
  ScratchPool<int> pool([] { return 0; });
  std::atomic<int> shared = 0;
  parallel_for(RunContext({.workers = 4}), 1000, 1, [&](std::size_t, std::size_t) {
    const auto count = pool.lend();
    if (++*count != 1) ++shared;
    --*count;
  });
  EXPECT_EQ(shared, 0);
}

}  // namespace
}  // namespace cgsd
