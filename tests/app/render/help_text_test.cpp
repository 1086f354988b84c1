#include "apps/cgsd/render/help_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/utf8.hpp"

#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CommandDescription detect() {
  CommandDescription d{.name = "cgsd detect", .summary = "Find the communities of a graph"};
  d.groups = {
      {"",
       {{.names = {"GRAPH"}, .help = "graph file", .positional = true, .required = true},
        {.names = {"-o", "--output"}, .value = "DIR", .help = "where to", .fallback = "here"}}},
      {"Rare", {{.names = {"--rare"}, .help = std::string("words that go on and on ") + std::string(90, 'x')}}}};
  d.details = {.examples = {{"cgsd detect karate", "a club"}}, .notes = {"A note."}, .references = common_references};
  return d;
}

TEST(HelpText, IsShortOrLong) {
  const std::string brief = short_help(detect(), 80);
  EXPECT_THAT(brief, HasSubstr("Usage: cgsd detect GRAPH [OPTIONS]"));
  EXPECT_THAT(brief, HasSubstr("  -o, --output DIR        where to (default here)\n"));
  EXPECT_THAT(brief, HasSubstr("  cgsd detect karate  a club\n"));
  EXPECT_THAT(brief, Not(HasSubstr("--rare")));
  EXPECT_THAT(brief, HasSubstr("cgsd detect --help-all"));
  const std::string full = long_help(detect(), 80);
  for (const char* part : {"--rare", "A note.", "Exit codes", "130"}) EXPECT_THAT(full, HasSubstr(part));
}

TEST(HelpText, KeepsToTheWidth) {
  CommandDescription d = detect();
  d.groups[1].parameters[0].help = "words that go on and on, far beyond the width of any terminal that was ever built";
  d.details.examples.emplace_back("cgsd detect somewhat-longer-names.csv", "with an explanation that does not fit");
  const std::string text = rendered(long_help(d, 60), {60, false});
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(display_width(std::string_view(text).substr(begin, end - begin)), 60u);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace cgsd::app
