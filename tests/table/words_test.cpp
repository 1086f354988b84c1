#include "cgsd/table/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Words, ArePartedByWhatIsNoLetterOrDigit) {
  EXPECT_THAT(words_of("It's 12:30 — no, NO!"), ElementsAre("it", "s", "12", "30", "no", "no"));
  EXPECT_THAT(words_of("snake_case well-known"), ElementsAre("snake", "case", "well", "known"));
  EXPECT_THAT(words_of(" … « » \xc2\xa0 !"), IsEmpty());
  EXPECT_THAT(words_of(""), IsEmpty());
}

TEST(Words, AreLowerCaseInSeveralAlphabets) {
  EXPECT_THAT(words_of("Ärger ÉTÉ Žižek"), ElementsAre("ärger", "été", "žižek"));
  EXPECT_THAT(words_of("ΑΒΓ Москва Ёлка"), ElementsAre("αβγ", "москва", "ёлка"));
}

TEST(Words, ArePairsOfCharactersWhereThereAreNoBlanks) {
  EXPECT_THAT(words_of("東京都 tower 塔"), ElementsAre("東京", "京都", "tower", "塔"));
  EXPECT_THAT(words_of("ソウル。서울 시"), ElementsAre("ソウ", "ウル", "서울", "시"));
}

TEST(Words, TakeBytesOfLatin1ForLetters) { EXPECT_THAT(words_of("M\xfcller b\xf6se"), ElementsAre("müller", "böse")); }

}  // namespace
}  // namespace cgsd
