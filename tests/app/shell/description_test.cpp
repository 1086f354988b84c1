#include "apps/cgsd/shell/description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd::app {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Declared {
  CLI::App app;
  std::string text;
  bool flag = false;

  Declared() {
    app.add_option("-o,--output", text, "where to")->type_name("DIR")->required();
    app.add_option("--mean_degree,--mean-degree", text, "how many")->type_name("N")->default_str("7");
    app.add_option("GRAPH", text, "which");
    app.add_option("--secret", text)->group("");
    app.add_option_group("More")->add_flag("--quick", flag, "faster");
  }
};

CommandDescription described(const CLI::App& app) {
  return describe_command(app, [](const CLI::App*) { return Details{}; });
}

TEST(Description, HoldsWhatTheParserWasTold) {
  const Declared declared;
  const CommandDescription d = described(declared.app);
  ASSERT_EQ(d.groups.size(), 2u);
  EXPECT_EQ(d.groups[1].title, "More");
  ASSERT_EQ(d.options().size(), 3u);
  EXPECT_THAT(d.options()[0].names, ElementsAre("-o", "--output"));
  EXPECT_TRUE(d.options()[0].required);
  EXPECT_THAT(d.options()[1].names, ElementsAre("--mean-degree"));
  EXPECT_EQ(d.options()[1].fallback, "7");
  EXPECT_EQ(d.options()[2].value, "");
  ASSERT_EQ(d.positionals().size(), 1u);
  EXPECT_THAT(d.positionals()[0].choices, Contains("karate"));
}

TEST(Description, OffersValuesThatAreKnownBeforehand) {
  EXPECT_THAT(choices_of("auto|yes|no"), ElementsAre("auto", "yes", "no"));
  EXPECT_THAT(choices_of("auto|use|COLUMN"), ElementsAre("auto", "use"));
  EXPECT_THAT(choices_of("C|auto"), ElementsAre("auto"));
  EXPECT_THAT(choices_of("FILE"), IsEmpty());
  EXPECT_THAT(choices_of(""), IsEmpty());
  EXPECT_THAT(choices_of("METHOD"), Contains("leiden"));
}

}  // namespace
}  // namespace cgsd::app
