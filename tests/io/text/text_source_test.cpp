#include "cgsd/io/text/text_source.hpp"

#include <gtest/gtest.h>

#include "cgsd/io/text/line_reader.hpp"

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;
using namespace std::string_literals;

// Each code unit of the text, with the byte order asked for.
std::string utf16(std::u16string_view text, bool little) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xff);
    const char high = static_cast<char>(unit >> 8);
    bytes += little ? low : high;
    bytes += little ? high : low;
  }
  return bytes;
}

TEST(TextSource, RewritesUtf16AsUtf8) {
  const TemporaryDirectory dir;
  const std::u16string text = u"\xfeffsource\ttarget\nDörte\t\xd83d\xde00\n";
  for (const bool little : {true, false}) {
    EXPECT_EQ(first_text(dir.file("t", utf16(text, little)), 1000), "source\ttarget\nD\xc3\xb6rte\t\xf0\x9f\x98\x80\n");
    EXPECT_EQ(first_text(dir.file("t", testing::gzipped(utf16(text, little))), 6), "source");
  }
}

TEST(TextSource, KnowsUtf16WithoutAMarkByItsZeros) {
  EXPECT_EQ(looks_like_utf16("0\0,\0"s + "1\0\n\0"s), Utf16::little_endian);
  EXPECT_EQ(looks_like_utf16("\0"s + "0\0,\0"s + "1\0\n"s), Utf16::big_endian);
  EXPECT_EQ(looks_like_utf16("0,1\n"), Utf16::no);
  EXPECT_EQ(looks_like_utf16("\0\0\0\0"s), Utf16::no);
  EXPECT_EQ(looks_like_utf16("x"), Utf16::no);
}

TEST(TextSource, ReplacesWhatIsNoCharacter) {
  const TemporaryDirectory dir;
  EXPECT_EQ(first_text(dir.file("t", "\xff\xfe" + utf16(u"a\xd83d", true) + "b"), 100), "a\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(first_text(dir.file("t", "\xff\xfe" + utf16(u"\xd83d|\xde00|", true)), 100), "\xef\xbf\xbd|\xef\xbf\xbd|");
}

TEST(TextSource, HandsOnEverythingElse) {
  const TemporaryDirectory dir;
  for (const std::string& bytes : {""s, "0"s, "0,1\n"s,
                                   "\xef\xbb\xbf"
                                   "0,1\n"s,
                                   "D\xf6rte,1\n"s, std::string(100'000, 'x')}) {
    EXPECT_EQ(first_text(dir.file("t", bytes), 200'000), bytes);
  }
}

TEST(TextSource, GivesLongFilesWholeAndLinesTheirNumbers) {
  const TemporaryDirectory dir;
  std::u16string text = u"\xfeff";
  for (int i = 0; i < 100'000; ++i) text += u"äb\r\n";
  LineReader lines(dir.file("t", utf16(text, true)));
  std::string_view line;
  std::size_t count = 0;
  while (lines.next(line)) {
    ++count;
    ASSERT_EQ(line,
              "\xc3\xa4"
              "b");
  }
  EXPECT_EQ(count, 100'000u);
}

}  // namespace
}  // namespace cgsd
