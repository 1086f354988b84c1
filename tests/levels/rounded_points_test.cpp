#include "cgsd/levels/rounded_points.hpp"

#include <gtest/gtest.h>

#include "cgsd/detect/presets.hpp"

#include "tests/support/attributed_toys.hpp"

namespace cgsd {
namespace {

// Whatever the rounding, the communities' means in these points are the centres of its K-means.
TEST(RoundedPoints, AreThoseThatKmeansWasGiven) {
  const Dataset data = testing::three_communities(90);
  for (const char* rounding : {"smoothed", "spectral", "kmeans"}) {
    DetectOptions options = preset_options(Preset::standard);
    set_option(options, "rounding", rounding);
    options.communities = 3;
    const Detection found = detect(data.input, options, RunContext());
    const Matrix<double> points = rounded_points(found);
    const Matrix<double>& centres = clustering_of(found.rounded).centres;
    ASSERT_EQ(points.cols(), centres.cols()) << rounding;
    std::vector<double> sum(3, 0.0);
    std::vector<double> size(3, 0.0);
    for (std::size_t v = 0; v < points.rows(); ++v) {
      const auto c = static_cast<std::size_t>(found.communities().community_of[v]);
      sum[c] += points(v, 0);
      size[c] += 1.0;
    }
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(sum[c] / size[c], centres(c, 0), 1e-2) << rounding;
  }
}

}  // namespace
}  // namespace cgsd
