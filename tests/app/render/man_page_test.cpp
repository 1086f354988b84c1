#include "apps/cgsd/render/man_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ManPage, HasTheUsualSections) {
  CommandDescription d{.name = "cgsd detect", .summary = "Find the communities of a graph"};
  d.groups = {{"", {{.names = {"-o", "--output"}, .value = "DIR", .help = "where to"}}}};
  d.details.examples = {{"cgsd detect karate", "a club"}};
  const std::string page = man_page(d, "1.2");
  EXPECT_THAT(page, StartsWith(".TH \"CGSD\\-DETECT\" 1 \"\" \"cgsd 1.2\" \"cgsd\"\n.SH \"NAME\"\n"));
  EXPECT_THAT(page, HasSubstr("cgsd\\-detect \\- Find the communities of a graph\n"));
  EXPECT_THAT(page, HasSubstr(".SH \"OPTIONS\"\n.TP\n\\fB\\-o, \\-\\-output DIR\\fR\nwhere to\n"));
  EXPECT_THAT(page, HasSubstr(".SH \"EXAMPLES\""));
  EXPECT_EQ(page_file(d), "cgsd-detect.1");
}

TEST(ManPage, LeavesNothingThatRoffWouldObey) {
  CommandDescription d{.name = "cgsd x", .summary = "s"};
  d.groups = {{"", {{.names = {"--a"}, .help = ".npz or \\fB"}, {.names = {"--b"}, .help = "'quoted'"}}}};
  const std::string page = man_page(d, "1");
  EXPECT_THAT(page, HasSubstr("\n\\&.npz or \\efB\n"));
  EXPECT_THAT(page, HasSubstr("\n\\&'quoted'\n"));
  EXPECT_THAT(page, Not(HasSubstr("\n.npz")));
}

}  // namespace
}  // namespace cgsd::app
