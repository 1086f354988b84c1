#include "apps/cgsd/render/detect_screen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Summary toy(std::size_t communities) {
  Summary s;
  s.run.method = "default";
  s.run.data_name = "club.csv";
  s.graph.nodes = 1234;
  s.graph.edges = 5;
  s.count = asked_for(static_cast<std::int32_t>(communities));
  for (std::size_t c = 0; c < communities; ++c) {
    s.communities.emplace_back();
    s.communities.back().size = 100 - c;
    s.communities.back().id = static_cast<std::int32_t>(c);
    s.communities.back().mean_confidence = 0.5;
    s.communities.back().central = {"ann", "bob's", "cy", "dan"};
  }
  s.decisions = {{"edges", "Neighbours are alike.", "agreement 0.5"}, {"rounding", "7 of 10."}};
  return s;
}

std::string shown(const Summary& s, bool verbose = false) {
  const std::string text = detect_screen(
      {.summary = s, .written = {"club.cgsd/communities.csv", "club.cgsd/manifest.json"}, .verbose = verbose}, 80);
  return rendered(text, {80, false});
}

TEST(DetectScreen, SaysWhatWasFoundAndHowInWords) {
  EXPECT_THAT(shown(toy(2)), AllOf(HasSubstr("club.csv · 1,234 nodes · 5 edges · no attributes"),
                                   HasSubstr("\n2 communities, as asked\n"),
                                   HasSubstr("How they were found\n  Neighbours are alike.\n"),
                                   Not(HasSubstr("modularity")), Not(HasSubstr("7 of 10")), Not(HasSubstr("labels"))));
}

TEST(DetectScreen, ShowsFiguresIfAsked) {
  EXPECT_THAT(shown(toy(2), true),
              AllOf(HasSubstr("Figures: agreement 0.5."), HasSubstr("7 of 10."), HasSubstr("club.cgsd/manifest.json")));
}

TEST(DetectScreen, ShowsTheAccuracyBesideTheLargestClass) {
  Summary s = toy(2);
  s.quality.agreement = Agreement{};
  s.quality.agreement->accuracy = 0.75;
  s.quality.agreement->largest_class = 0.61;
  EXPECT_THAT(shown(s), AllOf(HasSubstr("accuracy 0.75"), HasSubstr("0.61)"), HasSubstr("never used")));
}

TEST(DetectScreen, ShowsTheLargestOfManyCommunities) {
  const std::string text = shown(toy(90));
  EXPECT_THAT(text, AllOf(HasSubstr("90 communities"), HasSubstr("82 more")));
  EXPECT_LT(std::ranges::count(text, '\n'), 24);
}

TEST(DetectScreen, SaysWhatSetsCommunitiesApart) {
  Summary s = toy(1);
  EXPECT_THAT(shown(s), AllOf(HasSubstr("  id  nodes  confidence  for example\n"),
                              HasSubstr("   0    100        0.50  ann, bob's, cy\n")));
  Trait older;
  older.words = "older (52 against 38)";
  s.communities[0].set_apart = {older};
  EXPECT_THAT(shown(s), HasSubstr("   0    100        0.50  older         ann, bob's, cy\n"));
}

TEST(DetectScreen, EndsWithWhatToDoNext) {
  Summary s = toy(2);
  EXPECT_THAT(shown(s), HasSubstr("club.cgsd/communities.csv and 1 more file · next: cgsd explain club.cgsd ann\n"));
  s.communities[0].doubtful = {"bob's"};
  EXPECT_THAT(shown(s), HasSubstr("next: cgsd explain club.cgsd 'bob'\\''s'\n"));
}

TEST(DetectScreen, NamesWhatReadingDid) {
  Summary s = toy(2);
  s.graph.account = {"column 'x\x1b' ignored", "3 values filled"};
  EXPECT_THAT(shown(s), AllOf(HasSubstr("column 'x\uFFFD' ignored; 3 values filled"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace cgsd::app
