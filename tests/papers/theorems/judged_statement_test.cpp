#include "papers/cgsd/theorems/judged_statement.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::HasSubstr;

std::vector<JudgedStatement> one() {
  JudgedStatement statement{.name = "Lemma 9 (example)",
                            .printed = "a | b ⇒ c",
                            .legend = "c: what there is.",
                            .columns = {{"c", 2}, {"tiny", 2, true}}};
  statement.lines = {{"Cora", {0.125, 1.5e-7}, true, false}, {"Texas", {-1.0, std::nan("")}, false, std::nullopt}};
  return {statement};
}

TEST(JudgedStatement, IsATableBelowThePrintedWords) {
  EXPECT_EQ(judged_text(one()),
            "Lemma 9 (example)\n"
            "  a | b ⇒ c\n\n"
            "  graph      c     tiny  premise  conclusion\n"
            "  Cora    0.12  1.5e-07  met      fails\n"
            "  Texas  -1.00        –  not met  –\n"
            "  c: what there is.\n");
}

TEST(JudgedStatement, KeepsThePrintedWordsInMarkdown) {
  const std::string text = judged_markdown(one());
  EXPECT_THAT(text, HasSubstr("### Lemma 9 (example)\n\n> a \\| b ⇒ c\n"));
  EXPECT_THAT(text, HasSubstr("| Cora | 0.12 | 1.5e-07 | met | fails |"));
}

TEST(JudgedStatement, HasFullPrecisionForPrograms) {
  EXPECT_EQ(judged_csv(one()),
            "statement,graph,quantity,value,premise,conclusion\n"
            "Lemma 9 (example),Cora,c,0.125,met,fails\n"
            "Lemma 9 (example),Cora,tiny,1.5e-07,met,fails\n"
            "Lemma 9 (example),Texas,c,-1,not met,–\n"
            "Lemma 9 (example),Texas,tiny,,not met,–\n");
  EXPECT_THAT(judged_latex(one()), HasSubstr("Cora & 0.12 &"));
}

}  // namespace
}  // namespace cgsd
