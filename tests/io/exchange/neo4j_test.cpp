#include "cgsd/io/exchange/neo4j.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/format_test.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/table_cells.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Neo4j : public testing::FormatTest<read_neo4j> {
 protected:
  Neo4j() : FormatTest("g.csv") {}
};

TEST_F(Neo4j, ReadsNodesAndRelationshipsOfOneFile) {
  const GraphContents contents = read(
      "\"_id\",\"_labels\",\"name\",\"bio\",\"_start\",\"_end\",\"_type\",\"weight\"\n"
      "\"4\",\":Person\",\"Anna\",\"one\ntwo "
      "\"\"three\"\"\",,,,\n\"9\",\":Person\",\"Ben\",,,,,\n,,,,\"9\",\"4\",\"KNOWS\",\"0.5\"\n");
  EXPECT_EQ(contents.names, NodeNames({"Anna", "Ben"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}));
  EXPECT_THAT(contents.list.weights, ElementsAre(0.5));
  EXPECT_THAT(cells(contents, "bio"), ElementsAre("one\ntwo \"three\"", ""));
  EXPECT_EQ(contents.directed, true);
}

TEST_F(Neo4j, ReadsRelationshipsAlone) {
  const GraphContents contents = read("from:START_ID(Person),:END_ID(Person),weight:double,:TYPE\nb,a,2,X\na,c,3,X\n");
  EXPECT_EQ(contents.names, NodeNames({"b", "a", "c"}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0, 3.0));
}

TEST_F(Neo4j, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(error("personId:ID,name,:LABEL\n1,Anna,Person\n"), HasSubstr("these are nodes without relationships"));
  EXPECT_EQ(error("_id,_start,_end\n1,,\n2\n"), "g.csv:3: line has 1 field, the first line had 3");
  EXPECT_THAT(error("_id,_start,_end\n,1,\n"), HasSubstr("neither a node"));
  EXPECT_THAT(error("_id,_start,_end\n1,\"\n"), HasSubstr("this quote is not closed"));
}

TEST_F(Neo4j, SaysWhatAHeaderLacks) {
  EXPECT_EQ(error(""), "g.csv: the file is empty");
  EXPECT_EQ(error(":START_ID,weight\n1,2\n"), "g.csv:1: there is no column :END_ID");
  EXPECT_EQ(error("_id,name\n1,Anna\n"), "g.csv:1: there is no column _start");
  EXPECT_EQ(error("_id,_start,_end\n1,,,,\n"), "g.csv:2: line has 5 fields, the first line had 3");
  EXPECT_THAT(error("_id,_start,_end\n\"1\"x,,\n"), HasSubstr("g.csv:2:"));
}

TEST_F(Neo4j, MayHoldNodesAndRelationshipsByIdsOfAnImport) {
  const GraphContents contents = read(":ID,:START_ID,:END_ID\n,b,a\n\n,a,c\n");
  EXPECT_EQ(contents.names, NodeNames({"b", "a", "c"}));
  EXPECT_THAT(error("_id,_start,_end\n,,1\n"), HasSubstr("neither a node (_id) nor a relationship"));
}

TEST_F(Neo4j, IsToldByItsHeader) {
  EXPECT_TRUE(is_neo4j_header("\"_id\",\"_labels\",\"_start\",\"_end\",\"_type\""));
  EXPECT_TRUE(is_neo4j_header(":START_ID,:END_ID"));
  EXPECT_FALSE(is_neo4j_header("source,target"));
  EXPECT_FALSE(is_neo4j_header("_id,name"));
  EXPECT_FALSE(is_neo4j_header("_id,_start"));
  EXPECT_FALSE(is_neo4j_header(":START_ID,name"));
  EXPECT_TRUE(is_neo4j_header("personId:ID,name"));
  EXPECT_FALSE(is_neo4j_header("\"open"));
}

}  // namespace
}  // namespace cgsd
