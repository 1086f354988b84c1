#include "cgsd/stats/holm.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;

void expect_near(const Values& found, const Values& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15) << i;
}

// 4 × 0.005, 3 × 0.01, 2 × 0.03; then 1 × 0.04 would fall below its predecessor.
TEST(Holm, IsRightByHandAndKeepsTheOrder) {
  expect_near(holm(Values{0.01, 0.04, 0.03, 0.005}), {0.03, 0.06, 0.06, 0.02});
}

TEST(Holm, NeverExceedsOne) { expect_near(holm(Values{0.5, 0.9, 0.7}), {1.0, 1.0, 1.0}); }

TEST(Holm, LeavesASingleTestAndNothingAlone) {
  EXPECT_EQ(holm(Values{0.2}), Values{0.2});
  EXPECT_TRUE(holm({}).empty());
}

TEST(Holm, TreatsEqualValuesAlike) {
  expect_near(holm(Values{0.02, 0.01, 0.02, 0.02}), {0.06, 0.04, 0.06, 0.06});
  EXPECT_EQ(holm(Values{0.0, 0.0, 1.0}), (Values{0.0, 0.0, 1.0}));
}

TEST(Holm, IsMonotoneAndNeverBelowTheInput) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Values p(1 + random.below(30));
    for (double& x : p) x = std::floor(random.uniform() * 40.0) / 200.0;
    const Values adjusted = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(adjusted[i], p[i]);
      EXPECT_LE(adjusted[i], 1.0);
      for (std::size_t j = 0; j < p.size(); ++j) {
        EXPECT_TRUE(p[i] > p[j] || adjusted[i] <= adjusted[j]);
      }
    }
  }
}

// Twin: Holm's procedure itself, level by level. Rejects the smallest p at level/m, the next at level/(m − 1), ….
TEST(Holm, RejectsWhatTheStepDownProcedureRejects) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Values p(1 + random.below(10));
    for (double& x : p) x = random.uniform() * 0.1;
    const Values adjusted = holm(p);
    Values sorted = p;
    std::sort(sorted.begin(), sorted.end());
    std::size_t rejected = 0;
    while (rejected < p.size() && sorted[rejected] <= 0.05 / static_cast<double>(p.size() - rejected)) ++rejected;
    EXPECT_EQ(std::count_if(adjusted.begin(), adjusted.end(), [](double a) { return a <= 0.05; }),
              static_cast<std::ptrdiff_t>(rejected));
  }
}

TEST(Holm, RefusesWhatIsNoProbability) {
  const auto text = [](const Values& p) { return testing::error_text<InvalidArgument>([&] { holm(p); }); };
  EXPECT_EQ(text({0.5, 1.5}), "p-value 1 is 1.5: must be in [0, 1]");
  EXPECT_EQ(text({std::nan("")}), "p-value 0 is nan: must be in [0, 1]");
  EXPECT_EQ(text({-0.1}), "p-value 0 is -0.1: must be in [0, 1]");
}

}  // namespace
}  // namespace cgsd
