#include "cgsd/graph/feature_fault.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

const Graph kPair = testing::graph_of(2, {{0, 1}});

TEST(FeatureFault, IsNoneWithoutFeaturesAndWithFiniteOnes) {
  EXPECT_EQ(feature_fault({kPair, {}}), "");
  EXPECT_EQ(feature_fault({kPair, Matrix<float>(2, 3)}), "");
}

TEST(FeatureFault, NamesRowsThatDoNotFit) {
  EXPECT_EQ(feature_fault({kPair, Matrix<float>(3, 1)}), "features: 3 rows for 2 nodes");
}

TEST(FeatureFault, NamesTheFirstNumberThatIsNotFiniteInBothForms) {
  Matrix<float> dense(2, 3);
  dense(1, 2) = std::numeric_limits<float>::infinity();
  EXPECT_EQ(feature_fault({kPair, dense}), "features: row 1, column 2 is inf");
  EXPECT_EQ(feature_fault({kPair, to_sparse(dense)}), "features: row 1, column 2 is inf");
}

}  // namespace
}  // namespace cgsd
