#include "cgsd/experiment/tables/escape.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Escape, KeepsMarkdownFromReadingMarkUp) {
  EXPECT_EQ(escaped_markdown("a_b|c *d* `e` [f](g) <h> \\i"), R"(a\_b\|c \*d\* \`e\` \[f\](g) \<h> \\i)");
  EXPECT_EQ(escaped_markdown("k-NN, κ ≥ 1"), "k-NN, κ ≥ 1");
}

TEST(Escape, KeepsLatexFromReadingMarkUp) {
  EXPECT_EQ(escaped_latex("50 % of a_b & {c} #1 $"), R"(50 \% of a\_b \& \{c\} \#1 \$)");
  EXPECT_EQ(escaped_latex("~^\\"), R"(\textasciitilde{}\textasciicircum{}\textbackslash{})");
}

}  // namespace
}  // namespace cgsd
