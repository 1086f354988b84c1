#include "cgsd/stats/samples.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using Values = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(Samples, SubtractPairByPair) {
  EXPECT_EQ(paired_differences(Values{3.0, 1.0, 0.5}, Values{1.0, 1.0, 2.0}), (Values{2.0, 0.0, -1.5}));
  EXPECT_TRUE(paired_differences({}, {}).empty());
}

TEST(Samples, SayWhoseValueIsWrongAndWhere) {
  const auto text = [](const Values& first, const Values& second) {
    return error_text<InvalidArgument>([&] { paired_differences(first, second); });
  };
  EXPECT_EQ(text({1, 2, 3}, {1, 2}), "first has 3 values, second 2: pairs need as many of both");
  EXPECT_EQ(text({1, kNan}, {1, 2}), "first: value 1 is nan: must be finite");
  EXPECT_EQ(text({1, 2}, {-kInfinite, 2}), "second: value 0 is -inf: must be finite");
  EXPECT_EQ(text({1e308}, {-1e308}), "first − second: value 0 is inf: must be finite");
}

}  // namespace
}  // namespace cgsd
