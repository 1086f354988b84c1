#include "cgsd/modularity/resolution_search.hpp"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

constexpr ResolutionRange kRange{1e-3, 1e3};

// A staircase: ⌊10 γ⌋ communities.
std::vector<double> tried_for(std::int32_t target, std::int32_t* last, double first = 1.0) {
  std::vector<double> tried;
  search_resolution(
      kRange, first, target,
      [&](double resolution) {
        tried.push_back(resolution);
        return *last = static_cast<std::int32_t>(std::floor(10.0 * resolution));
      },
      RunContext());
  return tried;
}

TEST(ResolutionSearch, MeetsEveryStepOfAStaircaseFromAnywhere) {
  for (const double first : {0.0, 1.0, 77.0, 1e9}) {
    for (const std::int32_t target : {1, 9, 10, 11, 123, 9999}) {
      std::int32_t last = -1;
      const auto tried = tried_for(target, &last, first);
      EXPECT_EQ(last, target) << first;
      EXPECT_LT(tried.size(), 35u);
    }
  }
}

TEST(ResolutionSearch, AsksOnceWhereTheFirstAnswerIsRight) {
  std::int32_t last = -1;
  EXPECT_THAT(tried_for(10, &last), ::testing::ElementsAre(1.0));
}

TEST(ResolutionSearch, GivesUpAtTheEndsOfTheRange) {
  std::int32_t last = -1;
  EXPECT_EQ(tried_for(-1, &last).back(), kRange.low);
  EXPECT_EQ(tried_for(20'000, &last).back(), kRange.high);
}

TEST(ResolutionSearch, EndsWhereAStepIsMissing) {
  int calls = 0;
  search_resolution(
      kRange, 1.0, 5,
      [&](double resolution) {
        ++calls;
        return resolution < 2.0 ? 4 : 6;
      },
      RunContext());
  EXPECT_LT(calls, 25);
}

// A path of three: w_min / W = 1/4; the best edge has w W / (k_u k_v) = 4 / 2. Each with a factor 2 to spare.
TEST(ResolutionSearch, KnowsBetweenWhichValuesToSearch) {
  const Graph graph = testing::path_graph(3);
  const auto range = resolution_range(network_of(graph, "test", RunContext()));
  EXPECT_DOUBLE_EQ(range.low, 0.5);
  EXPECT_DOUBLE_EQ(range.high, 4.0);
}

}  // namespace
}  // namespace cgsd
