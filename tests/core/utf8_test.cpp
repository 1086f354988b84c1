#include "cgsd/core/utf8.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Utf8, RoundTripsEveryLengthAtItsLimits) {
  for (const char32_t point : {0u, 0x7fu, 0x80u, 0x7ffu, 0x800u, 0xd7ffu, 0xe000u, 0xffffu, 0x10000u, 0x10ffffu}) {
    std::string text;
    ASSERT_TRUE(append_utf8(text, point));
    EXPECT_EQ(decode_utf8(text), std::u32string(1, point)) << std::hex << std::uint32_t{point};
  }
  std::string euro;
  append_utf8(euro, 0x20ac);
  EXPECT_EQ(euro, "\xe2\x82\xac");
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndStrayBytes) {
  for (const std::string text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                                 "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "\xe2\x28\xa1"}) {
    EXPECT_FALSE(decode_utf8(text).has_value()) << text;
  }
  std::string text;
  EXPECT_FALSE(append_utf8(text, 0xdfff));
  EXPECT_FALSE(append_utf8(text, 0x110000));
  EXPECT_TRUE(text.empty());
}

TEST(Utf8, TakesOneByteOffIfNoCodePointBeginsThere) {
  std::string_view text = "\xc3\xa4\xff\xe2\x82x";
  EXPECT_EQ(take_code_point(text), char32_t{0xe4});
  EXPECT_EQ(text.size(), 4u);
  EXPECT_EQ(take_code_point(text), std::nullopt);
  EXPECT_EQ(take_code_point(text), std::nullopt);  // cut short
  EXPECT_EQ(text, "\x82x");
}

TEST(Utf8, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("κ ≥ 1"), 5u);
}

}  // namespace
}  // namespace cgsd
