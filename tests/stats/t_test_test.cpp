#include "cgsd/stats/t_test.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Student (1908), additional hours of sleep by two drugs; figures as R's t.test prints them.
const Values kFirstDrug{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const Values kSecondDrug{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

TEST(TTest, HasTheFiguresOfStudentsSleep) {
  const TTest test = paired_t_test(kFirstDrug, kSecondDrug, {});
  EXPECT_NEAR(test.statistic, -4.0621, 5e-5);
  EXPECT_NEAR(test.p, 0.002833, 5e-7);
  EXPECT_EQ(test.degrees_of_freedom, 9.0);
  EXPECT_EQ(test.pairs, 10u);
  EXPECT_NEAR(test.mean_difference, -1.58, 1e-15);
  EXPECT_NEAR(test.interval.low, -2.4598858, 5e-8);
  EXPECT_NEAR(test.interval.high, -0.7001142, 5e-8);
  EXPECT_FALSE(test.zero_variance);
}

// Differences 1, 2, 3: mean 2, standard error 1/√3, t = √12; with 2 degrees of freedom P(T > t) = (1 − t/√(2 + t²))
// / 2.
TEST(TTest, IsRightByHand) {
  const Values first{1.0, 2.0, 3.0};
  const Values zero(3, 0.0);
  const double upper = (1.0 - std::sqrt(12.0 / 14.0)) / 2.0;
  EXPECT_NEAR(paired_t_test(first, zero, {}).statistic, std::sqrt(12.0), 1e-14);
  EXPECT_NEAR(paired_t_test(first, zero, {}).p, 2.0 * upper, 1e-15);
  const TTest greater = paired_t_test(first, zero, {.alternative = Alternative::greater});
  EXPECT_NEAR(greater.p, upper, 1e-15);
  EXPECT_EQ(greater.interval.high, kInfinite);
  EXPECT_NEAR(greater.interval.low, 2.0 - 2.9199855803537256 / std::sqrt(3.0), 1e-13);  // t(0.95; 2)
  const TTest less = paired_t_test(first, zero, {.alternative = Alternative::less});
  EXPECT_NEAR(less.p, 1.0 - upper, 1e-15);
  EXPECT_EQ(less.interval.low, -kInfinite);
}

TEST(TTest, ExcludesZeroFromTheIntervalExactlyWhereItRejects) {
  for (const double shift : {0.0, 0.8, 1.0, 1.3, 2.0}) {
    Values second = kSecondDrug;
    for (double& x : second) x -= shift;
    for (const auto& alternative : enum_names(Alternative{})) {
      const TTest test = paired_t_test(kFirstDrug, second, {.alternative = alternative.value, .confidence = 0.9});
      EXPECT_EQ(test.p<0.1, test.interval.low> 0.0 || test.interval.high < 0.0) << alternative.name << shift;
    }
  }
}

TEST(TTest, DoesNotDependOnTheUnit) {
  const TTest plain = paired_t_test(kFirstDrug, kSecondDrug, {});
  for (const double unit : {0x1p900, 0x1p-900}) {
    Values first = kFirstDrug;
    Values second = kSecondDrug;
    for (Values* sample : {&first, &second}) {
      for (double& x : *sample) x *= unit;
    }
    EXPECT_EQ(paired_t_test(first, second, {}).statistic, plain.statistic);
  }
}

TEST(TTest, TakesTheLimitWhereTheDifferencesAreEqual) {
  const Values first{1.5, 2.5, 3.5};
  const Values second{1.0, 2.0, 3.0};
  const TTest test = paired_t_test(first, second, {});
  EXPECT_TRUE(test.zero_variance);
  EXPECT_EQ(test.statistic, kInfinite);
  EXPECT_EQ(test.p, 0.0);
  EXPECT_EQ(test.interval, (Interval{0.5, 0.5}));
  EXPECT_EQ(paired_t_test(first, second, {.alternative = Alternative::less}).p, 1.0);
  EXPECT_EQ(paired_t_test(second, first, {.alternative = Alternative::less}).p, 0.0);
  EXPECT_EQ(paired_t_test(second, first, {}).statistic, -kInfinite);
}

TEST(TTest, FindsNoEvidenceInEqualSamples) {
  for (const auto& alternative : enum_names(Alternative{})) {
    const TTest test = paired_t_test(kFirstDrug, kFirstDrug, {.alternative = alternative.value});
    EXPECT_TRUE(test.zero_variance && std::isnan(test.statistic));
    EXPECT_EQ(test.p, 1.0);
    EXPECT_EQ(test.interval, (Interval{0.0, 0.0}));
  }
}

TEST(TTest, LetsPVanishRatherThanFail) {
  Values first(400);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = 1.0 + 1e-3 * static_cast<double>(i % 2);
  const TTest test = paired_t_test(first, Values(400, 0.0), {});
  EXPECT_GT(test.statistic, 1e4);
  EXPECT_EQ(test.p, 0.0);
}

TEST(TTest, SaysWhatIsMissing) {
  const auto text = [](const Values& first, const Values& second, const TTestOptions& options) {
    return testing::error_text<InvalidArgument>([&] { paired_t_test(first, second, options); });
  };
  EXPECT_EQ(text({}, {}, {}), "pairs = 0: a t-test needs at least 2");
  EXPECT_EQ(text({1}, {2}, {}), "pairs = 1: a t-test needs at least 2");
  EXPECT_EQ(text({1, std::nan("")}, {2, 3}, {}), "first: value 1 is nan: must be finite");
  EXPECT_EQ(text({1, 2}, {2, 3}, {.confidence = 1.0}), "confidence = 1: must be in [0.001, 0.999999]");
}

}  // namespace
}  // namespace cgsd
