#include "cgsd/core/printable.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> found;
  while (!text.empty()) found.push_back(take_printable(text));
  return found;
}

using Characters = std::vector<char32_t>;

TEST(Printable, ReadsOneToFourBytes) { EXPECT_EQ(characters("aκ≤𝛼"), (Characters{'a', 0x3BA, 0x2264, 0x1D6FC})); }

TEST(Printable, CountsEveryBadByteAsOneCharacter) {
  EXPECT_EQ(characters("\x80x"), (Characters{0xFFFD, 'x'}));                                // no leading byte
  EXPECT_EQ(characters("\xE2\x89"), (Characters{0xFFFD, 0xFFFD}));                          // cut short
  EXPECT_EQ(characters("\xE2x"), (Characters{0xFFFD, 'x'}));                                // nothing follows
  EXPECT_EQ(characters("\xC0\xAF"), (Characters{0xFFFD, 0xFFFD}));                          // overlong "/"
  EXPECT_EQ(characters("\xED\xA0\x80"), (Characters{0xFFFD, 0xFFFD, 0xFFFD}));              // a surrogate
  EXPECT_EQ(characters("\xF4\x90\x80\x80"), (Characters{0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}));  // beyond U+10FFFF
}

TEST(Printable, ReplacesWhatXmlForbids) {
  EXPECT_EQ(characters(std::string("\0\x08\x7f", 3)), (Characters{0xFFFD, 0xFFFD, 0xFFFD}));
  EXPECT_EQ(characters("\uFFFE\uFFFF\u2066"), (Characters{0xFFFD, 0xFFFD, 0xFFFD}));
  EXPECT_EQ(characters("\t\r\n"), (Characters{' ', ' ', ' '}));
}

TEST(Printable, LeavesNothingThatATerminalWouldObey) {
  EXPECT_EQ(printable("Zoë"), "Zoë");
  EXPECT_EQ(printable("a\x1b[31m\nb\x9b"), "a\uFFFD[31m b\uFFFD");
  EXPECT_EQ(printable("\u202Etxt"), "\uFFFDtxt");
  EXPECT_EQ(printable(""), "");
}

}  // namespace
}  // namespace cgsd
