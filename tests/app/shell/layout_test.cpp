#include "apps/cgsd/shell/layout.hpp"

#include <gtest/gtest.h>

#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

std::string plain(const std::string& text) { return rendered(text, {80, false}); }

TEST(Layout, WrapsFactsBesideTheirNames) {
  EXPECT_EQ(fact_list({{"a", "one two three"}, {"long", "four"}, {"empty", ""}}, 16),
            "  a     one two\n"
            "        three\n"
            "  long  four\n");
}

// A limit of less than half a megabyte used to be "0 MB".
TEST(Layout, NamesSizesByTheUnitThatFits) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(999), "999 bytes");
  EXPECT_EQ(size_text(1'000), "1 kB");
  EXPECT_EQ(size_text(64'000), "64 kB");
  EXPECT_EQ(size_text(999'499), "999 kB");
  EXPECT_EQ(size_text(999'500), "1 MB");
  EXPECT_EQ(size_text(730'200'000), "730 MB");
  EXPECT_EQ(size_text(999'500'000), "1.0 GB");
  EXPECT_EQ(size_text(1'500'000'000), "1.5 GB");
}

TEST(Layout, BreaksPartsBetweenThem) {
  EXPECT_EQ(parts_line({"one", "", "two three"}, 80), "one · two three");
  EXPECT_EQ(parts_line({"one", "two three", "four"}, 13), "one\n  two three\n  four");
}

TEST(Layout, AlignsNumbersRightAndWordsLeft) {
  Table table({"name", "n"});
  table.add({"a", "1"});
  table.add({"bcd", "−12"});
  EXPECT_EQ(plain(table.text(80)), "  name    n\n  a       1\n  bcd   −12\n");
}

TEST(Layout, AlignsListsOfNumbersLeft) {
  Table table({"id", "for example"});
  table.add({"0", "13, 175, 31"});
  table.add({"1", "40, 1"});
  EXPECT_EQ(plain(table.text(80)), "  id  for example\n   0  13, 175, 31\n   1  40, 1\n");
}

TEST(Layout, CutsTheWidestWordsOfATableThatIsTooWide) {
  Table table({"n", "words", "more words"});
  table.add({"123456", "a very long cell of words", "another very long cell"});
  const std::string text = plain(table.text(40));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 40u + 4u);  // two signs of three bytes that count as one column
    begin = end + 1;
  }
  EXPECT_NE(text.find("123456"), std::string::npos);
  EXPECT_NE(text.find("…"), std::string::npos);
}

TEST(Layout, CutsListsBetweenTheirItems) {
  Table table({"id", "set apart by"});
  table.add({"0", "routing, customs, forecasts"});
  table.add({"1", "a-very-long-word, b"});
  EXPECT_EQ(plain(table.text(22)), "  id  set apart by\n   0  routing, …\n   1  a-very-long-wor…\n");
}

}  // namespace
}  // namespace cgsd::app
