#include "apps/cgsd/shell/screen.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace cgsd::app {
namespace {

// A stream that is no terminal, and the environment as it was afterwards.
class ScreenTest : public ::testing::Test {
 protected:
  void TearDown() override {
    ::unsetenv("COLUMNS");
    std::fclose(file_);
  }
  std::FILE* file_ = std::tmpfile();
};

TEST_F(ScreenTest, IsEightyColumnsWideWithoutATerminal) {
  ::unsetenv("COLUMNS");
  EXPECT_EQ(screen_of(file_).width, 80u);
  EXPECT_FALSE(screen_of(file_).colour);
}

TEST_F(ScreenTest, FollowsColumnsWithinReason) {
  for (const auto& [text, width] : {std::pair{"100", 100u}, {"7", 40u}, {"999", 120u}, {"wide", 80u}, {"-5", 80u}}) {
    ::setenv("COLUMNS", text, 1);
    EXPECT_EQ(screen_of(file_).width, width) << text;
  }
}

TEST(Screen, TurnsMarksIntoColoursOrNothing) {
  const std::string text = styled("bold", Style::bold) + " plain";
  EXPECT_EQ(rendered(text, {80, false}), "bold plain");
  EXPECT_EQ(rendered(text, {80, true}), "\x1b[1mbold\x1b[0m plain");
  EXPECT_EQ(styled("", Style::red), "");
}

TEST(Screen, PassesNoControlCharacterOnToTheTerminal) {
  const std::string hostile = "evil\x1b]0;title\x07\x9b[31m\ttab\r\x7f\n";
  for (const bool colour : {false, true}) {
    const std::string shown = rendered(hostile, {80, colour});
    EXPECT_EQ(shown.find_first_of("\x1b\x07\t\r\x7f"), std::string::npos) << shown;
    EXPECT_EQ(shown.back(), '\n');
  }
}

}  // namespace
}  // namespace cgsd::app
