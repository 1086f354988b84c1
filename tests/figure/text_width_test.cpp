#include "cgsd/figure/text_width.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

using Lines = std::vector<std::string>;

// Advance widths of DejaVu Sans, units of 1/2048 em, as its table hmtx has them; font_widths.py compares all.
TEST(TextWidth, AddsTheAdvancesOfTheFont) {
  EXPECT_DOUBLE_EQ(text_width("A", 2048.0), 1401.0);
  EXPECT_DOUBLE_EQ(text_width("Il", 2048.0), 604.0 + 569.0);
  EXPECT_DOUBLE_EQ(text_width("−10", 2048.0), 1716.0 + 1303.0 + 1303.0);
  EXPECT_DOUBLE_EQ(text_width("κ", 7.0), 7.0 * 1207.0 / 2048.0);
  EXPECT_DOUBLE_EQ(text_width("", 7.0), 0.0);
}

TEST(TextWidth, TakesUnknownCharactersForWide) {
  EXPECT_DOUBLE_EQ(text_width("漢", 8.0), 10.0);
  EXPECT_DOUBLE_EQ(text_width("\xff", 2048.0), 2100.0);
}

TEST(TextWidth, CutsOnlyWhatIsTooWide) {
  EXPECT_EQ(text_cut_to("Cora", 7.0, 100.0), "Cora");
  EXPECT_EQ(text_cut_to("Cora", 7.0, text_width("Cora", 7.0)), "Cora");
  // room for "WW…" but not for "WWW…"
  EXPECT_EQ(text_cut_to("WWWWW", 7.0, text_width("WW…", 7.0) + 0.1), "WW…");
  EXPECT_EQ(text_cut_to("WWWWW", 7.0, 0.0), "…");
}

TEST(TextWidth, CutsBetweenCharactersNotBytes) {
  EXPECT_EQ(text_cut_to("κκκκ", 7.0, text_width("κκ…", 7.0) + 0.1), "κκ…");
}

TEST(TextWidth, BreaksLinesWhereWordsEnd) {
  const double room = text_width("Amazon-", 7.0);
  EXPECT_EQ(text_in_lines("Amazon-ratings", 7.0, room, 2), (Lines{"Amazon-", "ratings"}));
  EXPECT_EQ(text_in_lines("a b", 7.0, 100.0, 2), (Lines{"a b"}));
  EXPECT_EQ(text_in_lines("one two", 7.0, text_width("one", 7.0), 2), (Lines{"one", "two"}));
  EXPECT_EQ(text_in_lines("one two six", 7.0, text_width("two", 7.0), 2), Lines{});  // three lines are needed
  EXPECT_EQ(text_in_lines("Chameleon", 7.0, 10.0, 2), Lines{});                      // one word, too wide
}

}  // namespace
}  // namespace cgsd
