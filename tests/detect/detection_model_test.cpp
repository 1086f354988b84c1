#include "cgsd/detect/detection_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

DetectOptions options_for(std::int32_t communities) {
  DetectOptions options;
  options.communities = communities;
  return options;
}

const DetectionModel& small_model() {
  static const DetectionModel model = [] {
    const Dataset data =
        stochastic_block_model({.nodes = 120, .communities = 3, .heterophily = 0.2, .dimensions = 8}, RunContext());
    return make_model(detect(data.input, options_for(3), RunContext()), data.input, options_for(3), RunContext());
  }();
  return model;
}

TEST(DetectionModel, IsRefusedForWhatCannotBeContinued) {
  for (const char* setting : {"rounding=kmeans", "rounding=spectral", "encoder=trained", "directed=true"}) {
    DetectOptions options = options_for(2);
    set_option(options, setting);
    EXPECT_THROW(check_placeable(options), InvalidArgument) << setting;
  }
  EXPECT_THROW(check_placeable(preset_options(Preset::paper)), InvalidArgument);
  EXPECT_NO_THROW(check_placeable(preset_options(Preset::standard)));
}

TEST(DetectionModel, HasPartsThatFit) {
  EXPECT_NO_THROW(check(small_model()));
  const auto fault = [](auto&& change) {
    DetectionModel model = small_model();
    change(model);
    return testing::error_text<InvalidArgument>([&] { check(model); });
  };
  EXPECT_THAT(fault([](DetectionModel& m) { m.blocks[0].stalks = Matrix<float>(119, 2); }), HasSubstr("directions"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.blocks[0].map.mean.pop_back(); }),
              HasSubstr("column_mean: 7 values, not 8"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.blocks.push_back(m.blocks[0]); }), HasSubstr("embedding"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.blocks[0].scale = -1.0; }), HasSubstr("scale"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.reach.pop_back(); }), HasSubstr("reach: 119 values, not 120"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.local_scale[3] = 0.0F; }), HasSubstr("local_scale"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.communities.community_of[3] = 9; }), HasSubstr("community"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.centres = Matrix<double>(4, 1); }), HasSubstr("centres"));
  EXPECT_THAT(fault([](DetectionModel& m) { m.rules.sign.pull = 1.5; }), HasSubstr("pull_together"));
}

// The gate of an edge is the rank of its curvature 4 − s, s the sum of the degrees: the larger s, the smaller.
TEST(DetectionModel, GatesFallWithTheDegrees) {
  const auto& gate = small_model().gate;
  ASSERT_FALSE(gate.empty());
  for (std::size_t sum = 1; sum < gate.size(); ++sum) EXPECT_LE(gate[sum], gate[sum - 1]);
  EXPECT_LE(gate.front(), 1.0F);
  EXPECT_GT(gate.back(), 0.0F);
}

}  // namespace
}  // namespace cgsd
