#include "cgsd/nn/tiles.hpp"

#include <mutex>
#include <set>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(PairsOfBlocks, MeetOnceEachAndInAFixedOrder) {
  for (const std::size_t blocks : {0, 1, 2, 5, 8}) {
    std::set<std::pair<std::size_t, std::size_t>> met;
    std::vector<std::vector<std::size_t>> partners(blocks);
    std::mutex lock;
    for_each_pair_of_blocks(RunContext({.workers = 4}), blocks, [&](std::size_t i, std::size_t j) {
      const std::scoped_lock guard(lock);
      EXPECT_TRUE(i <= j && j < blocks && met.emplace(i, j).second) << i << " and " << j << " of " << blocks;
      partners[i].push_back(j);
      partners[j].push_back(i);
    });
    EXPECT_EQ(met.size(), blocks * (blocks + 1) / 2);
    std::vector<std::vector<std::size_t>> alone(blocks);
    for_each_pair_of_blocks(RunContext({.workers = 1}), blocks, [&](std::size_t i, std::size_t j) {
      alone[i].push_back(j);
      alone[j].push_back(i);
    });
    EXPECT_EQ(partners, alone);
  }
}

TEST(LogSumExpOfTiles, SkipsWhatIsNothing) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  LogSumExp<double> sums(3);
  RowMajor<double> tile(1, 2);
  tile << kNone, kNone;
  sums.absorb(tile, 1);
  tile << 700.0, kNone;
  sums.absorb(tile, 1);
  tile << 700.0, 690.0;
  sums.absorb(tile, 1);
  EXPECT_NEAR(sums.of_row(1), 700.0 + std::log(2.0 + std::exp(-10.0)), 1e-12);
}

}  // namespace
}  // namespace cgsd
