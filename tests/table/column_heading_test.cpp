#include "cgsd/table/column_heading.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(ColumnHeading, NamesAColumnInALine) {
  EXPECT_EQ(column_title({"income", {}}, 2), "`income`");
  EXPECT_EQ(column_title({"", {}}, 2), "column 3");
  EXPECT_EQ(column_title({"two\nlines", {}}, 0).find('\n'), std::string::npos);
}

TEST(ColumnHeading, TellsHeadingsOfIds) {
  for (const char* heading :
       {"id", "ID", "node", "Name", "user_id", "customerId", "customer ID", "Unnamed: 0", "index", ""})
    EXPECT_TRUE(names_ids(heading)) << heading;
  for (const char* heading : {"age", "paid", "valid", "idea", "Id card"}) EXPECT_FALSE(names_ids(heading)) << heading;
}

}  // namespace
}  // namespace cgsd
