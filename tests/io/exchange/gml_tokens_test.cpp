#include "cgsd/io/exchange/gml_tokens.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

TEST(GmlTokens, PartTheTextAndKnowTheirPlaces) {
  const TemporaryDirectory dir;
  const RunContext run;
  GmlTokens tokens(dir.file("g",
                            "\xef\xbb\xbf"
                            "ab [ -1.5e3\n \"x y\" ]# end"),
                   run);
  EXPECT_EQ(tokens.next(), GmlToken::word);
  EXPECT_EQ(tokens.text(), "ab");
  EXPECT_EQ(tokens.next(), GmlToken::open);
  EXPECT_EQ(tokens.next(), GmlToken::number);
  EXPECT_EQ(tokens.text(), "-1.5e3");
  EXPECT_EQ(tokens.next(), GmlToken::text);
  EXPECT_EQ(tokens.text(), "x y");
  EXPECT_EQ(tokens.position().line, 2u);
  EXPECT_EQ(tokens.position().column, 2u);
  EXPECT_EQ(tokens.next(), GmlToken::close);
  EXPECT_EQ(tokens.next(), GmlToken::end);
  EXPECT_EQ(tokens.next(), GmlToken::end);
}

TEST(GmlTokens, KnowNumbersByTheirFirstCharacter) {
  const TemporaryDirectory dir;
  const RunContext run;
  GmlTokens tokens(dir.file("g", "0 9 -2 +3 .5 *"), run);
  for (const char* number : {"0", "9", "-2", "+3", ".5"}) {
    EXPECT_EQ(tokens.next(), GmlToken::number) << number;
    EXPECT_EQ(tokens.text(), number);
  }
  EXPECT_THROW(tokens.next(), ParseError);
}

TEST(GmlTokens, UndoEntities) {
  EXPECT_EQ(without_entities("&quot;a&amp;b&lt;&gt;&apos;&quot;"), "\"a&b<>'\"");
  EXPECT_EQ(without_entities("&#228;&#xe4;&#128512;"), "\xc3\xa4\xc3\xa4\xf0\x9f\x98\x80");
  for (const char* plain : {"", "&", "&;", "&#;", "&#x;", "&#99999999;", "&#xd800;", "&unknown;", "a & b;"}) {
    EXPECT_EQ(without_entities(plain), plain);
  }
}

TEST(GmlTokens, TakeWhatIsNoUtf8ForLatin1) {
  EXPECT_EQ(utf8_or_latin1("K\xf6ln"), "K\xc3\xb6ln");
  EXPECT_EQ(utf8_or_latin1("K\xc3\xb6ln"), "K\xc3\xb6ln");
}

}  // namespace
}  // namespace cgsd
