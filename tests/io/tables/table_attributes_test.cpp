#include "cgsd/io/tables/table_attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

using testing::column;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

GraphContents contents_of(TextTable table) {
  GraphContents contents;
  contents.list.nodes = static_cast<NodeId>(table.rows());
  contents.names = NodeNames({"a", "b", "c", "d"});
  contents.table = std::move(table);
  return contents;
}
TableAttributes contained(const GraphContents& contents, const TableRequest& request = {}) {
  return contained_attributes(contents, "g.graphml", request, RunContext());
}

const GraphContents kGraph =
    contents_of(testing::table({column("age", {"20", "31", "", "54"}), column("class", {"x", "y", "x", "y"}),
                                column("city", {"Rome", "Oslo", "Rome", "Oslo"})}));

TEST(TableAttributes, OfAGraphFileAreUsed) {
  const TableAttributes found = contained(kGraph);
  EXPECT_THAT(found.encoding.attribute_names(), ElementsAre("age", "age missing", "city=Oslo", "city=Rome"));
  EXPECT_EQ(found.attributes.rows(), 4u);
  EXPECT_TRUE(found.labels.none());
  EXPECT_THAT(found.account,
              Contains("`class` not used as an attribute: it may be what to compare with (--labels class)"));
}

TEST(TableAttributes, OfAGraphFileMayBeLabelsIfAskedFor) {
  const TableAttributes found = contained(kGraph, {{}, "class"});
  EXPECT_THAT(found.labels.class_of, ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(found.account, Contains("labels from `class`"));
  TableRequest request;
  request.options.kinds = {{"class", ColumnKind::category}};
  EXPECT_THAT(contained(kGraph, request).encoding.attribute_names(), Contains("class=x"));
}

TEST(TableAttributes, OfAGraphFileMayBeNone) {
  const TableAttributes found = contained(
      contents_of(testing::table({column("label", {"A", "B", "C", "D"}), column("url", {"p", "q", "r", "s"})})));
  EXPECT_TRUE(found.attributes.none());
  EXPECT_THAT(found.account,
              Contains(HasSubstr("no column is left as an attribute: `url` has a different value in every row")));
}

TEST(TableAttributes, OfAGraphFileAreBlamedByNode) {
  const GraphContents wrong = contents_of(testing::table({column("age", {"20", "31", "x", "54"})}));
  EXPECT_THAT(testing::error_text([&] { contained(wrong); }), HasSubstr("g.graphml: node 'c': 'x' is not a number"));
}

class NewRows : public ::testing::Test {
 protected:
  EncodedRows rows(const std::string& text, const std::string& id = "") {
    return encoded_rows(TextTableFile(dir_.file("new.csv", text), {}, RunContext()), encoding_, id, RunContext());
  }
  std::string refusal(const std::string& text, const std::string& id = "") {
    return testing::error_text([&] { rows(text, id); });
  }
  NewRows() {
    encoding_ = contained(contents_of(testing::table({column("age", {"20", "31", "40", "54"}),
                                                      column("city", {"Rome", "Oslo", "Rome", "Oslo"})})))
                    .encoding;
    encoding_.id_column = "who";
  }
  testing::TemporaryDirectory dir_;
  Encoding encoding_;
};

TEST_F(NewRows, AreEncodedAsTheKnownOnes) {
  const EncodedRows found = rows("city,height,who,age\nRome,1.8,eve,20\nParis,1.7,fay,54\n");
  EXPECT_EQ(found.ids, NodeNames({"eve", "fay"}));
  EXPECT_NEAR(found.attributes.dense()(0, 0), -1.30444, 1e-5)
      << "(20 − 36.25) / 12.4574: the moments of 20, 31, 40, 54";
  EXPECT_GT(found.attributes.dense()(0, 2), 0.0F) << "city=Rome";
  EXPECT_EQ(found.attributes.dense()(1, 1), 0.0F);
  EXPECT_EQ(found.attributes.dense()(1, 2), 0.0F) << "Paris is not known";
  EXPECT_THAT(found.account, ElementsAre("not known: 1 of `city`", "1 column that the model does not use ignored"));
}

TEST_F(NewRows, AreRefusedIfAColumnIsMissing) {
  EXPECT_EQ(refusal("who,age\neve,20\n"),
            "new.csv:1:1: the table lacks 1 of the columns the communities were found with: 'city'");
  EXPECT_EQ(refusal("20,Rome\n21,Rome\n"), "new.csv:1:1: there is no heading, by which the columns are known");
  EXPECT_EQ(refusal("who,age,city\neve,old,Rome\n"), "new.csv:2:5: 'old' is not a number, as `age` holds them");
  EXPECT_EQ(refusal("who,age,city\neve,1,Rome\neve,2,Rome\n"), "new.csv:3:1: node 'eve' already has a row, in line 2");
  EXPECT_EQ(refusal("who,age,city\n,1,Rome\n"), "new.csv:2:1: there is no id in this row");
}

TEST_F(NewRows, HaveTheIdColumnThatIsAskedFor) {
  EXPECT_EQ(rows("mail,age,city\ne@x,1,Rome\n", "mail").ids, NodeNames({"e@x"}));
  EXPECT_EQ(rows("node,age,city\neve,1,Rome\n").ids, NodeNames({"eve"})) << "named so";
  EXPECT_TRUE(rows("age,city\n1,Rome\n").ids.none());
  EXPECT_THAT(refusal("age,city\n1,Rome\n", "mail"), HasSubstr("there is no column 'mail'"));
}

}  // namespace
}  // namespace cgsd
