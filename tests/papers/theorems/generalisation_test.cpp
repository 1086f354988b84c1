#include "papers/cgsd/theorems/generalisation.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Cornell: 183 nodes, 277 edges, 5 classes.
TEST(Generalisation, SaysNothingOnCornellWithAConstantOfOne) {
  const GeneralisationSizes cornell{.nodes = 183, .edges = 277, .communities = 5};
  EXPECT_NEAR(generalisation_bound(cornell, 64.0), std::sqrt(597.0 / 183.0), 1e-12);
  EXPECT_GT(generalisation_bound(cornell, 64.0), 1.0);
  EXPECT_NEAR(2.0 * largest_useful_constant(cornell, 64.0) * generalisation_bound(cornell, 64.0), 1.0, 1e-12);
}

TEST(Generalisation, RisesWithTheWidthThatItIsSaidToChoose) {
  const GeneralisationSizes cornell{.nodes = 183, .edges = 277, .communities = 5};
  EXPECT_LT(generalisation_bound(cornell, 1.0), generalisation_bound(cornell, 64.0));
  EXPECT_LT(generalisation_bound(cornell, 64.0), generalisation_bound(cornell, 65.0));
}

}  // namespace
}  // namespace cgsd
