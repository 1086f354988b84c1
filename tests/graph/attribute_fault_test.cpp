#include "cgsd/graph/attribute_fault.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

const Graph kPair = testing::graph_of(2, {{0, 1}});

TEST(AttributeFault, IsNoneWithoutAttributesAndWithFiniteOnes) {
  EXPECT_EQ(attribute_fault({kPair, {}}), "");
  EXPECT_EQ(attribute_fault({kPair, Matrix<float>(2, 3)}), "");
}

TEST(AttributeFault, NamesRowsThatDoNotFit) {
  EXPECT_EQ(attribute_fault({kPair, Matrix<float>(3, 1)}), "attributes: 3 rows for 2 nodes");
}

TEST(AttributeFault, NamesTheFirstNumberThatIsNotFiniteInBothForms) {
  Matrix<float> dense(2, 3);
  dense(1, 2) = std::numeric_limits<float>::infinity();
  EXPECT_EQ(attribute_fault({kPair, dense}), "attributes: row 1, column 2 is inf");
  EXPECT_EQ(attribute_fault({kPair, to_sparse(dense)}), "attributes: row 1, column 2 is inf");
}

}  // namespace
}  // namespace cgsd
