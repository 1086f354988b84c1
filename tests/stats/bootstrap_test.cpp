#include "cgsd/stats/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/stats/sample_summary.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;

double variance(std::span<const double> values) {
  const double centre = sample_mean(values);
  double squares = 0.0;
  for (const double x : values) squares += (x - centre) * (x - centre);
  return squares / static_cast<double>(values.size());
}

// Efron & Tibshirani (1993), tables 14.1 and 14.2: the variance of a spatial test, 2000 resamples. Percentile interval
// (100.8, 233.9), BCa (115.8, 259.6), a = 0.061, z₀ = 0.146; all but a carry the error of the drawing.
const Values kSpatialTest{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
                          0,  33, 28, 34, 4,  32, 24, 47, 41, 24, 26, 30, 41};

TEST(Bootstrap, HasTheIntervalsOfTheSpatialTest) {
  BootstrapOptions options{.method = BootstrapMethod::bca, .resamples = 50'000, .confidence = 0.9};
  const Bootstrap bca = bootstrap(kSpatialTest, variance, options, RunContext());
  EXPECT_NEAR(bca.estimate, 171.5, 0.05);
  EXPECT_NEAR(bca.acceleration, 0.061, 5e-4);
  EXPECT_NEAR(bca.bias_correction, 0.146, 0.06);
  EXPECT_NEAR(bca.interval.low, 115.8, 5.0);
  EXPECT_NEAR(bca.interval.high, 259.6, 5.0);
  options.method = BootstrapMethod::percentile;
  const Bootstrap percentile = bootstrap(kSpatialTest, variance, options, RunContext());
  EXPECT_NEAR(percentile.interval.low, 100.8, 5.0);
  EXPECT_NEAR(percentile.interval.high, 233.9, 5.0);
  EXPECT_EQ(percentile.bias_correction, 0.0);
  EXPECT_EQ(percentile.resampled, bca.resampled);
}

// Leaving one out of 0, 0, 3 gives means 1.5, 1.5, 0: u = −½, −½, 1, Σu² = 3/2, Σu³ = 3/4.
TEST(Bootstrap, HasTheAccelerationOfThreeValuesByHand) {
  const Bootstrap b = bootstrap_mean(Values{0.0, 0.0, 3.0}, {}, RunContext());
  EXPECT_NEAR(b.acceleration, 0.75 / (6.0 * std::pow(1.5, 1.5)), 1e-15);
}

TEST(Bootstrap, DrawsWithReplacementFromTheWholeSample) {
  const Bootstrap b = bootstrap_mean(Values{0.0, 2.0}, {.resamples = 40'000}, RunContext());
  EXPECT_EQ(b.resampled.size(), 40'000u);
  const auto share = [&](double value) {
    return static_cast<double>(std::count(b.resampled.begin(), b.resampled.end(), value)) / 40'000.0;
  };
  EXPECT_NEAR(share(0.0), 0.25, 5.0 * std::sqrt(0.1875 / 40'000.0));
  EXPECT_NEAR(share(1.0), 0.5, 5.0 * std::sqrt(0.25 / 40'000.0));
  EXPECT_NEAR(share(2.0), 0.25, 5.0 * std::sqrt(0.1875 / 40'000.0));
  EXPECT_NEAR(b.standard_error, std::sqrt(0.5), 0.01);
}

TEST(Bootstrap, CoversTheMeanAsOftenAsItSays) {
  int covered = 0;
  constexpr int kSamples = 300;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    RandomSequence random(RandomStream(3).at(i));
    Values values(40);
    for (double& x : values) x = random.normal();
    const Bootstrap b = bootstrap_mean(values, {.resamples = 999, .confidence = 0.9}, RunContext({.seed = i}));
    covered += b.interval.low <= 0.0 && 0.0 <= b.interval.high ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(covered) / kSamples, 0.9, 5.0 * std::sqrt(0.09 / kSamples));
}

TEST(Bootstrap, GivesTheSameBitsAtAnyNumberOfThreads) {
  for (const auto& method : enum_names(BootstrapMethod{})) {
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
      const Bootstrap b = bootstrap(kSpatialTest, variance, {.method = method.value, .resamples = 3'001}, run);
      Values all = b.resampled;
      all.insert(all.end(),
                 {b.estimate, b.interval.low, b.interval.high, b.standard_error, b.bias_correction, b.acceleration});
      return all;
    });
  }
}

TEST(Bootstrap, DependsOnTheSeed) {
  const auto with = [](std::uint64_t seed) {
    return bootstrap_mean(kSpatialTest, {.resamples = 100}, RunContext({.seed = seed})).resampled;
  };
  EXPECT_EQ(with(1), with(1));
  EXPECT_NE(with(1), with(2));
}

TEST(Bootstrap, HasNoWidthWhereNothingVaries) {
  for (const Values& values : {Values{0.3}, Values(9, 0.3)}) {
    const Bootstrap b = bootstrap_mean(values, {}, RunContext());
    EXPECT_EQ(b.interval, (Interval{0.3, 0.3}));
    EXPECT_EQ(b.acceleration, 0.0);
    EXPECT_EQ(b.bias_correction, 0.0);
    EXPECT_EQ(b.values, values.size());
  }
}

// A statistic that no resample reaches: z₀ would be infinite, the interval NaN.
TEST(Bootstrap, StaysFiniteWhereEveryResampleIsBelowTheEstimate) {
  const auto distinct = [](std::span<const double> values) {
    Values sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return static_cast<double>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  };
  Values values(60);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const Bootstrap b = bootstrap(values, distinct, {.resamples = 500}, RunContext());
  EXPECT_GT(b.estimate, b.resampled.back());
  EXPECT_TRUE(std::isfinite(b.bias_correction));
  EXPECT_LE(b.interval.low, b.interval.high);
  EXPECT_LE(b.interval.high, b.resampled.back());
}

TEST(Bootstrap, SaysWhatIsWrong) {
  const auto text = [](const Values& values, const Statistic& statistic, const BootstrapOptions& options) {
    return testing::error_text<InvalidArgument>([&] { bootstrap(values, statistic, options, RunContext()); });
  };
  EXPECT_EQ(text({}, sample_mean, {}), "values = 0: a bootstrap needs at least 1");
  EXPECT_EQ(text({1, HUGE_VAL}, sample_mean, {}), "values: value 1 is inf: must be finite");
  EXPECT_EQ(text({1, 2}, sample_mean, {.resamples = 1}), "resamples = 1: must be in [2, 10000000]");
  const auto fails_on_ties = [](std::span<const double> v) { return v[0] == v[1] ? std::nan("") : 0.0; };
  EXPECT_THAT(text({1, 2}, fails_on_ties, {}), ::testing::StartsWith("statistic of the resamples: value "));
}

TEST(Bootstrap, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const RunContext run({.stop = stop.get_token()});
  EXPECT_THROW(bootstrap_mean(kSpatialTest, {}, run), Cancelled);
}

}  // namespace
}  // namespace cgsd
