#include "apps/cgsd/shell/usage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string told(std::vector<std::string> words) {
  CLI::App root;
  root.require_subcommand(1);
  CLI::App* detect = root.add_subcommand("detect");
  detect->add_option_group("Input")->add_option("--format");
  CLI::App* data = root.add_subcommand("data");
  data->require_subcommand(1);
  data->add_subcommand("list");
  const std::vector<std::string> kept = words;
  std::ranges::reverse(words);
  try {
    root.parse(words);
  } catch (const CLI::ParseError& error) {
    return usage_error(root, kept, error);
  }
  return {};
}

TEST(Usage, SuggestsTheNearestCommand) {
  EXPECT_THAT(told({"detct"}), HasSubstr("unknown command 'detct'; did you mean 'detect'?"));
  EXPECT_THAT(told({"xyzzy"}), HasSubstr("there are detect, data"));
  EXPECT_THAT(told({}), HasSubstr("which command? There are detect, data"));
  EXPECT_THAT(told({"data", "lst"}), AllOf(HasSubstr("did you mean 'list'?"), HasSubstr("cgsd data --help")));
  EXPECT_THAT(told({"data"}), HasSubstr("which command? There are list"));
}

TEST(Usage, SuggestsTheNearestOption) {
  EXPECT_THAT(told({"detect", "--formt", "npz"}), HasSubstr("unknown option '--formt'; did you mean '--format'?"));
  EXPECT_THAT(told({"detect", "--formt=npz"}), HasSubstr("did you mean '--format'?"));
  EXPECT_THAT(told({"detect", "--colour"}), HasSubstr("unknown option '--colour' (see cgsd detect --help)"));
  EXPECT_THAT(told({"detect", "extra"}), HasSubstr("'extra' was not expected"));
}

TEST(Usage, TellsThatAFileIsNoCommand) {
  EXPECT_THAT(told({"/dev/null"}), HasSubstr("did you mean 'cgsd detect /dev/null'?"));
}

}  // namespace
}  // namespace cgsd::app
