#include "cgsd/detect/detect_options.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/presets.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::set<std::string> names(DetectOptions options) {
  std::set<std::string> out;
  for (const Option& option : list_options(options)) out.insert(option.name);
  return out;
}

TEST(DetectOptions, HaveThoseOfTheChosenEncoderAndRoundingOnly) {
  EXPECT_THAT(names({}), Contains("diffusion.width"));
  EXPECT_THAT(names({}), Contains("smoothing_steps"));
  EXPECT_THAT(names({}), Not(Contains("trained.epochs")));
  EXPECT_THAT(names({}), Not(Contains("spectral_width")));
  const auto paper = names(preset_options(Preset::paper));
  EXPECT_THAT(paper, Contains("trained.epochs"));
  EXPECT_THAT(paper, Contains("spectral_width"));
  EXPECT_THAT(paper, Not(Contains("diffusion.width")));
  EXPECT_THAT(paper, Not(Contains("smoothing_steps")));
}

TEST(DetectOptions, KeepTheirValuesIfTheSameAlternativeIsChosenAgain) {
  DetectOptions options;
  set_option(options, "diffusion.width=7");
  set_option(options, "encoder=diffusion");
  EXPECT_EQ(std::get<DiffusionOptions>(options.encoder).width, 7);
  set_option(options, "encoder=trained");
  set_option(options, "encoder=diffusion");
  EXPECT_EQ(std::get<DiffusionOptions>(options.encoder).width, DiffusionOptions{}.width);
}

TEST(DetectOptions, TakeTypedValues) {
  DetectOptions options;
  set_value(options, "communities", std::int64_t{5});
  set_value(options, "directed", true);
  set_value(options, "rounding", std::string("kmeans"));
  set_value(options, "kmeans.tolerance", 0.5);
  EXPECT_EQ(options.communities, 5);
  EXPECT_TRUE(options.directed);
  EXPECT_EQ(std::get<PlainKmeansOptions>(options.rounding).kmeans.tolerance, 0.5);
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { set_value(options, "communities", 2.5); }),
              HasSubstr("must be an integer"));
}

TEST(TrainingSettings, AreThoseBeforeTheEmbedding) {
  DetectOptions options = preset_options(Preset::paper);
  options.communities = 3;
  for (const auto& [name, value] : training_settings(options))
    EXPECT_TRUE(name == "communities" || name == "directed" || name.starts_with("trained.")) << name;
  EXPECT_GT(training_settings(options).size(), 15u);
  options.communities = 0;  // counted: the rounding matters too
  EXPECT_EQ(training_settings(options).size(), dump(options).size());
}

TEST(Check, NamesTheOptionOrTheFault) {
  const auto refusal = [](const AttributedGraph& input, const DetectOptions& options) {
    return testing::error_text<InvalidArgument>([&] { check(options, input, RunContext()); });
  };
  const AttributedGraph pair{testing::graph_of(2, {{0, 1}}), {}};
  DetectOptions three;
  three.communities = 3;
  EXPECT_EQ(refusal(pair, three), "communities = 3: the graph has only 2 nodes");
  EXPECT_EQ(refusal({Graph(), {}}, {}), "the graph has no nodes");
  EXPECT_NO_THROW(check(DetectOptions{}, pair, RunContext()));
}

}  // namespace
}  // namespace cgsd
