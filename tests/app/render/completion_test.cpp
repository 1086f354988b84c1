#include "apps/cgsd/render/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd::app {
namespace {

using ::testing::HasSubstr;

CommandDescription root() {
  CommandDescription detect{.name = "cgsd detect", .summary = "Find it's communities"};
  detect.groups = {{"",
                    {{.names = {"GRAPH"}, .choices = {"karate"}, .positional = true},
                     {.names = {"-o", "--output"}, .value = "DIR", .help = "where [to]: here"},
                     {.names = {"--ids"}, .value = "auto|name", .help = "kind", .choices = {"auto", "name"}}}}};
  CommandDescription list{.name = "cgsd data list", .summary = "List"};
  CommandDescription data{.name = "cgsd data", .summary = "Data"};
  data.commands = {list};
  CommandDescription d{.name = "cgsd", .summary = "s"};
  d.commands = {detect, data};
  return d;
}

TEST(Completion, KnowsCommandsOptionsAndValuesInEveryShell) {
  for (const auto& shell : enum_names(Shell{})) {
    const std::string script = completion(root(), shell.value);
    for (const char* part : {"detect", "list", "output", "ids", "auto name", "karate"})
      EXPECT_THAT(script, HasSubstr(part)) << shell.name;
  }
}

TEST(Completion, QuotesForTheShell) {
  EXPECT_THAT(completion(root(), Shell::fish), HasSubstr("'Find it'\\''s communities'"));
  EXPECT_THAT(completion(root(), Shell::zsh), HasSubstr("[where \\[to\\]\\: here]"));
}

TEST(Completion, HasTheNameThatTheShellLooksFor) {
  EXPECT_EQ(completion_file(Shell::bash), "cgsd");
  EXPECT_EQ(completion_file(Shell::zsh), "_cgsd");
  EXPECT_EQ(completion_file(Shell::fish), "cgsd.fish");
}

}  // namespace
}  // namespace cgsd::app
