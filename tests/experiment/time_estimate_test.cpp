#include "cgsd/experiment/time_estimate.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(TimeEstimate, AsksTheNearestRelatives) {
  TimeEstimate estimate;
  EXPECT_FALSE(estimate.seconds_of(CellKey{"dgi", "cora", 0}));
  estimate.add({"dgi", "cora", 0}, 10.0);
  estimate.add({"dgi", "cora", 1}, 20.0);
  estimate.add({"dgi", "texas", 0}, 3.0);
  estimate.add({"kmeans", "texas", 0}, 1.0);
  estimate.add({"kmeans", "texas", 1}, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(*estimate.seconds_of(CellKey{"dgi", "cora", 7}), 15.0);
  EXPECT_EQ(*estimate.seconds_of(CellKey{"dgi", "actor", 7}), 11.0);
  EXPECT_EQ(*estimate.seconds_of(CellKey{"agc", "cora", 7}), 8.5);
  const CellKey left[] = {{"dgi", "cora", 7}, {"agc", "cora", 7}};
  EXPECT_EQ(*estimate.seconds_of(left), 23.5);
}

TEST(TimeEstimate, IsTold) {
  EXPECT_EQ(duration_text(12.4), "12 s");
  EXPECT_EQ(duration_text(600), "10 min");
  EXPECT_EQ(duration_text(9000), "2.5 h");
}

}  // namespace
}  // namespace cgsd
