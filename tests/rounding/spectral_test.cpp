#include "cgsd/rounding/spectral.hpp"

#include <gtest/gtest.h>

#include "cgsd/curvature/forman.hpp"

#include "tests/rounding/two_clouds.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::expect_two_clouds;
using testing::two_clouds;

SpectralOptions with(SpectralWidth width) {
  SpectralOptions options;
  options.knn.neighbours = 3;
  options.spectral_width = width;
  return options;
}

SpectralRounding rounded(const SpectralOptions& options, std::int32_t communities) {
  const Graph graph = testing::cycle_graph(10);
  const std::vector<double> curvature = forman_curvature(graph, RunContext());
  return round_spectral(two_clouds(), {graph, curvature}, communities, options, RunContext());
}

TEST(Spectral, DividesTwoCloudsByCurvatureOrDistance) {
  SpectralOptions options = with(SpectralWidth::communities_less_one);
  expect_two_clouds(rounded(options, 2).clustering.partition);
  options.affinity.kind = SelfTuningOptions{};
  expect_two_clouds(rounded(options, 2).clustering.partition);
}

// Neighbours lie within a cloud, so the k-NN graph falls into two components, and its Laplacian has 0 twice.
TEST(Spectral, KeepsTheEigenvaluesItUsed) {
  const SpectralRounding r = rounded(with(SpectralWidth::communities), 2);
  ASSERT_EQ(r.spectrum.values.size(), 3u);
  EXPECT_NEAR(r.spectrum.values[0], 0.0, 1e-9);
  EXPECT_NEAR(r.spectrum.values[1], 0.0, 1e-9);
  EXPECT_GT(r.spectrum.values[2], 0.1);
  EXPECT_EQ(r.points.cols(), 2u);
  EXPECT_EQ(rounded(with(SpectralWidth::communities_less_one), 2).points.cols(), 1u);
  EXPECT_EQ(rounded(with(SpectralWidth::communities_less_one), 1).points.cols(), 1u);  // one at least
}

TEST(Spectral, HasNoOptionsOfTheOtherAffinity) {
  SpectralOptions options;
  EXPECT_NO_THROW(set_option(options, "affinity.alpha=2"));
  EXPECT_THROW(set_option(options, "affinity.gate=none"), std::exception);
  set_option(options, "affinity.kind=self_tuning");
  EXPECT_NO_THROW(set_option(options, "affinity.gate=none"));
  EXPECT_THROW(set_option(options, "affinity.alpha=2"), std::exception);
}

}  // namespace
}  // namespace cgsd
