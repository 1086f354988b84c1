#include "cgsd/table/table_account.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(TableAccount, MakesOneClauseOfATopic) {
  TableAccount account;
  account.add("filled", "3 of `age`");
  account.add("decimal commas", "`income`");
  account.add("filled", "1 of `income`");
  EXPECT_THAT(account.clauses(), ElementsAre("filled: 3 of `age`, 1 of `income`", "decimal commas: `income`"));
}

TEST(TableAccount, NamesFiveAndCountsTheRest) {
  EXPECT_EQ(listed({"a", "b", "c", "d", "e", "f"}), "a, b, c, d, e, f");
  EXPECT_EQ(listed({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e and 2 more");
}

}  // namespace
}  // namespace cgsd
