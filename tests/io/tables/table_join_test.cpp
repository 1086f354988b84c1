#include "cgsd/io/tables/table_join.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;

const NodeNames kNames({"a", "b", "c", "d"});
const NodeNames kNumbers;

TableJoin join(const std::string& bytes, const NodesToJoin& nodes, const std::string& asked = "") {
  const testing::TemporaryDirectory dir;
  return join_table(TextTableFile(dir.file("t.csv", bytes), node_test(nodes.names, nodes.count), RunContext()), nodes,
                    asked);
}
std::string refusal(const std::string& bytes, const NodesToJoin& nodes, const std::string& asked = "") {
  return testing::error_text([&] { join(bytes, nodes, asked); });
}

TEST(TableJoin, FindsTheColumnThatHoldsTheNodes) {
  const TableJoin found = join("x,who\n1,d\n2,a\n3,c\n4,b\n", {kNames, 4});
  EXPECT_THAT(found.id_column, Optional(1u));
  EXPECT_THAT(found.row_of, ElementsAre(1, 3, 2, 0));
  EXPECT_THAT(found.account, ElementsAre("joined on `who`: 4 of 4 rows"));
}

TEST(TableJoin, DoesNotTakeNumbersForIdsThatHappenToBeNodes) {
  EXPECT_EQ(join("x,y\n1,2\n3,4\n", {kNumbers, 2}).id_column, std::nullopt);
  EXPECT_EQ(join("age,b\n1,2\n1,4\n2,2\n3,5\n", {kNumbers, 4}).id_column, std::nullopt);
  EXPECT_EQ(join("f0,f1\n3,2\n1,4\n2,2\n0,5\n", {kNumbers, 4}).id_column, std::nullopt) << "a vector";
  EXPECT_EQ(join("1,0\n0,1\n", {kNumbers, 2}).id_column, std::nullopt) << "a small matrix";
  EXPECT_EQ(join("1,2\ninf,1\n0,0\n", {kNumbers, 3}).id_column, std::nullopt);
  EXPECT_EQ(join("rank\n3\n1\n2\n0\n", {kNumbers, 4}).id_column, std::nullopt) << "nothing would be left";
  EXPECT_EQ(join("boss,x\na,1\na,2\nb,3\na,4\n", {kNames, 4}).id_column, std::nullopt) << "names, but not one per row";
}

TEST(TableJoin, TakesManyDifferentNumbersForIdsThoughSomeAreNotKnown) {
  std::string text = "user,x\n";
  for (int i = 0; i < 40; ++i) text += std::to_string(39 - i + (i < 8 ? 100 : 0)) + "," + std::to_string(i % 7) + "\n";
  EXPECT_THAT(join(text, {kNumbers, 40}).id_column, Optional(0u))
      << "four fifths are nodes: by position they would be others";
}

TEST(TableJoin, PrefersHeadingsThatNameIdsOverCounters) {
  EXPECT_THAT(join(",node_id,x\n0,3,9\n1,2,8\n2,1,7\n3,0,6\n", {kNumbers, 4}).id_column, Optional(1u));
  EXPECT_THAT(join("Unnamed: 0,rank,x\n0,3,9\n1,2,8\n2,1,7\n3,0,6\n", {kNumbers, 4}).id_column, Optional(1u));
  EXPECT_THAT(join("id,friend,x\na,b,1\nb,c,2\nc,d,3\nd,a,4\n", {kNames, 4}).account,
              ElementsAre("joined on `id`: 4 of 4 rows", "`friend` holds names of nodes too: ignored"));
}

TEST(TableJoin, CountsAndNamesWhatDoesNotMatch) {
  const TableJoin kept = join("id,x\na,1\nb,2\nz,3\n,4\n", {kNames, 4, true});
  EXPECT_THAT(kept.account, ElementsAre("joined on `id`: 2 of 4 rows", "1 row without an id dropped",
                                        "2 nodes without a row ('c', 'd'): values filled",
                                        "1 node without edges added from the table ('z')"));
  EXPECT_THAT(kept.added, ElementsAre("z"));
  EXPECT_THAT(kept.row_of, ElementsAre(0, 1, kNoRow, kNoRow, 2));
  EXPECT_THAT(join("id,x\na,1\nb,2\nz,3\n", {kNames, 4, false}).account.back(),
              HasSubstr("1 row without a node dropped ('z')"));
}

TEST(TableJoin, PutsAddedNumbersInAscendingOrder) {
  EXPECT_THAT(join("id,x\n10,1\n9,2\n0,3\n1,4\n2,5\n3,6\n", {kNumbers, 4, true}).added, ElementsAre("9", "10"));
}

TEST(TableJoin, RefusesWhatIsAmbiguous) {
  EXPECT_EQ(refusal("id,x\na,1\nb,2\na,3\nc,4\nd,5\na2,1\na3,1\na4,1\na5,1\na6,1\n", {kNames, 4}),
            "t.csv:4:1: node 'a' already has a row, in line 2");
  EXPECT_EQ(refusal("id,x\na,1\nb,2\nc,3\nd,3\nz,4\nz,5\n", {kNames, 4, true}),
            "t.csv:7:1: node 'z' already has a row, in line 6");
  EXPECT_EQ(refusal("p,q,x\na,b,1\nb,a,2\nc,d,3\nd,c,4\n", {kNames, 4}),
            "t.csv:1:3: `p` and `q` both hold names of nodes: say which with --id-column");
  EXPECT_EQ(refusal("id,x\n1,1\n2,2\n3,4\n4,4\n", {kNumbers, 4}),
            "t.csv:5:1: the ids of `id` run from 1 to 4, those of the graph from 0 to 3: number both alike");
}

TEST(TableJoin, TakesTheColumnThatIsAskedFor) {
  EXPECT_THAT(join("p,q,x\na,b,1\nb,a,2\nc,d,3\nd,c,4\n", {kNames, 4}, "q").row_of, ElementsAre(1, 0, 3, 2));
  EXPECT_EQ(
      refusal("p,x\nu,1\nv,2\n", {kNames, 4}, "p"),
      "t.csv:2:1: 'u' of the id column `p` is not a node of the graph, nor is any value below; there is node 'a'");
  EXPECT_EQ(refusal("p,x\na,1\nb,2\n", {kNames, 4}, "q"), "t.csv:1:1: there is no column 'q' (--id-column)");
}

}  // namespace
}  // namespace cgsd
