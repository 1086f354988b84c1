#include "cgsd/detect/method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using testing::error_text;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ConfiguredMethod, TakesOptionsOfItsOwnByTheirNames) {
  ConfiguredMethod leiden = configured("leiden");
  leiden.set({"leiden.resolution=2", "communities=4"});
  EXPECT_EQ(leiden.communities, 4);
  EXPECT_THAT(leiden.values(), Contains(Pair("leiden.resolution", OptionValue(2.0))));
  ConfiguredMethod njw = configured("knn-njw");
  njw.set({"knn-njw.knn.neighbours=7"});
  EXPECT_THAT(njw.values(), Contains(Pair("knn-njw.knn.neighbours", OptionValue(std::int64_t{7}))));
}

TEST(ConfiguredMethod, RefusesOptionsOfOthersAndNamesTheNearest) {
  const auto refusal = [](const char* name, const char* setting) {
    return error_text<InvalidArgument>([&] { configured(name).set({setting}); });
  };
  EXPECT_THAT(refusal("dgi", "grace.epochs=3"), HasSubstr("unknown option 'grace.epochs'"));
  EXPECT_THAT(refusal("paper", "trained.epoch=3"), HasSubstr("did you mean 'trained.epochs'?"));
  EXPECT_THAT(refusal("paper", "knn.neighbours=-1"), HasSubstr("knn.neighbours = -1"));
  EXPECT_THAT(refusal("default", "trained.epochs=3"), HasSubstr("unknown option"));
  EXPECT_THAT(refusal("agc", "agc.communities=2"), HasSubstr("unknown option"));
}

TEST(ConfiguredMethod, SwitchesBeforeItSetsWhateverTheOrder) {
  ConfiguredMethod method = configured("default");
  method.set({"spectral_width=c", "trained.epochs=3", "rounding=spectral", "encoder=trained"});
  EXPECT_THAT(method.values(), Contains(Pair("trained.epochs", OptionValue(std::int64_t{3}))));
  EXPECT_THAT(method.values(), Contains(Pair("spectral_width", OptionValue(std::string("c")))));
}

TEST(ConfiguredMethod, CopiesItsSettings) {
  ConfiguredMethod one = configured("dgi");
  one.set({"dgi.epochs=3"});
  ConfiguredMethod two = one;
  two.set({"dgi.epochs=4"});
  EXPECT_THAT(one.values(), Contains(Pair("dgi.epochs", OptionValue(std::int64_t{3}))));
  EXPECT_THAT(two.values(), Contains(Pair("dgi.epochs", OptionValue(std::int64_t{4}))));
}

TEST(ConfiguredMethod, OnlyThatOfTheAuthorsWantsDirectedEntries) {
  for (const std::string& name : method_names())
    EXPECT_EQ(configured(name).wants_directed(), name == "authors") << name;
}

TEST(ConfiguredMethod, HasDetectOptionsWithTheNumberOfCommunitiesIfItIsOfTheFamily) {
  ConfiguredMethod paper = configured("paper");
  paper.communities = 6;
  ASSERT_TRUE(paper.detect_options());
  EXPECT_EQ(paper.detect_options()->communities, 6);
  EXPECT_FALSE(configured("kmeans").detect_options());
}

TEST(ConfiguredMethod, KnowsWhetherItLooksAtTheAttributes) {
  EXPECT_TRUE(configured("default").looks_at_attributes());
  EXPECT_FALSE(configured("leiden").looks_at_attributes());
  ConfiguredMethod paper = configured("paper");
  EXPECT_TRUE(paper.looks_at_attributes());
  paper.set({"trained.attributes=structural"});
  EXPECT_FALSE(paper.looks_at_attributes());
}

}  // namespace
}  // namespace cgsd
