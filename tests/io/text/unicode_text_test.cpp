#include "cgsd/io/text/unicode_text.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

std::string text(const std::string& bytes) { return unicode_text({bytes.begin(), bytes.end()}, "t.csv"); }
std::string refusal(const std::string& bytes) {
  return testing::error_text([&] { text(bytes); });
}
std::string utf16(const std::u16string& units, bool big_endian) {
  std::string bytes = big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char16_t unit : units) {
    const char high = static_cast<char>(unit >> 8);
    const char low = static_cast<char>(unit & 0xff);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  }
  return bytes;
}

TEST(UnicodeText, TakesTheByteOrderMarkOff) {
  EXPECT_EQ(text("\xef\xbb\xbfid,x\n"), "id,x\n");
  EXPECT_EQ(text("id,x"), "id,x\n");
  EXPECT_EQ(text(""), "\n");
}

TEST(UnicodeText, ReadsUtf16OfEitherOrder) {
  for (const bool big : {false, true}) EXPECT_EQ(text(utf16(u"Zoë,𝄞\r\n", big)), "Zoë,𝄞\r\n") << big;
}

TEST(UnicodeText, TakesLoneCarriageReturnsForLineEnds) {
  EXPECT_EQ(text("a\rb\r"), "a\nb\n");
  EXPECT_EQ(text("a\r\nb"), "a\r\nb\n");
}

TEST(UnicodeText, PointsAtWhatIsNoText) {
  EXPECT_EQ(refusal(std::string("a\nb\0c", 5)),
            "t.csv:2:2: a NUL byte: this is no text, or UTF-16 without a byte-order mark; save it as UTF-8");
  EXPECT_EQ(refusal(std::string("\xff\xfe"
                                "a\0\n\0b",
                                7)),
            "t.csv:2:1: this UTF-16 text is damaged here")
      << "half a unit";
  EXPECT_EQ(refusal(utf16({u'a', 0xd800, u'b'}, false)), "t.csv:1:2: this UTF-16 text is damaged here")
      << "half a pair";
}

TEST(UnicodeText, TakesOtherBytesForLatin1WhenAsked) {
  EXPECT_EQ(text("M\xfcller\n"), "M\xfcller\n");
  EXPECT_EQ(as_utf8("M\xfcller"), "Müller");
  EXPECT_EQ(as_utf8("Müller"), "Müller");
}

}  // namespace
}  // namespace cgsd
