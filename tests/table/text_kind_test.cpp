#include "cgsd/table/text_kind.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

using K = ColumnKind;

TEST(TextKind, TellsListsByItemsThatOccurAgain) {
  EXPECT_EQ(recognise_text({"jazz, rock", "rock", "jazz", "rock, pop, jazz", "pop"}).kind, K::list);
  EXPECT_EQ(recognise_text({"['a', 'b']", "['b']", "['a', 'b']"}).separator, ',');
  EXPECT_NE(recognise_text({"Well, no", "Oh, yes", "So, what"}).kind, K::list) << "nothing occurs again";
}

TEST(TextKind, TellsProseFromNames) {
  EXPECT_EQ(recognise_text({"he came, he saw", "and then he left again", "nobody knows why"}).kind, K::words);
  EXPECT_EQ(recognise_text({"New York", "Los Angeles", "New York", "Los Angeles", "New York"}).kind, K::category);
  EXPECT_FALSE(recognise_text({"Anna Arndt", "Bob Brown", "Cleo Conti"}).ignored.empty());
}

TEST(TextKind, TakesTextsThatRepeatForCategoriesHoweverLong) {
  const std::string_view agree = "I do agree with this";
  const std::string_view disagree = "I do not agree at all";
  EXPECT_EQ(recognise_text({agree, disagree, agree, agree, disagree, agree}).kind, K::category);
}

}  // namespace
}  // namespace cgsd
