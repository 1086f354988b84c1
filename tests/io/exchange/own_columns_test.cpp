#include "cgsd/io/exchange/own_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;

Dataset people(bool sparse) {
  Dataset data;
  data.input.graph = build_graph({.nodes = 3, .entries = {{0, 1}}, .weights = {}}, {}, RunContext()).graph;
  const Matrix<float> numbers(3, 2, {0.1f, 0.0f, -2.5e-8f, 1e30f, 0.0f, 0.0f});
  data.input.attributes = sparse ? Attributes(to_sparse(numbers)) : Attributes(numbers);
  data.labels = {.class_of = {1, kUnlabelled, 0}, .class_names = {"blue", "red"}};
  return data;
}

GraphContents there_and_back(const Dataset& data, const GraphAnnotations& annotations) {
  std::vector<NamedColumn> columns;
  for (const OwnColumn& own : own_columns(data, annotations)) {
    NamedColumn column{own.name, own.id, {}, {}, {}};
    for (NodeId node = 0; node < 3; ++node) {
      const std::string value = own_value(own, data, annotations, node);
      if (value.empty()) continue;
      column.rows.push_back(node);
      column.cells.append(value);
    }
    columns.push_back(std::move(column));
  }
  GraphContents contents;
  const std::vector<NodeId> order = {0, 1, 2};
  take_columns(std::move(columns), order, "g", contents);
  return contents;
}

TEST(OwnColumns, GiveBackAttributesAndClassesBitByBit) {
  for (const bool sparse : {false, true}) {
    const Dataset data = people(sparse);
    const GraphContents back = there_and_back(data, {});
    EXPECT_EQ(back.attributes, data.input.attributes);
    EXPECT_EQ(back.labels, data.labels);
    EXPECT_TRUE(back.table.none());
  }
  Dataset numbered = people(false);
  numbered.labels.class_names.clear();
  EXPECT_EQ(there_and_back(numbered, {}).labels, numbered.labels);
}

TEST(OwnColumns, NeverMakeAnAttributeOfAResult) {
  const std::vector<std::int32_t> community = {0, 0, 1};
  const GraphContents back = there_and_back(people(false), {.community = community});
  EXPECT_TRUE(back.table.none());
  EXPECT_THAT(back.account, ElementsAre("communities that cgsd wrote are left out"));
}

TEST(OwnColumns, MayBeOneSparseAttribute) {
  NamedColumn column{"x", "cgsd.attributes.sparse.1", {}, {0}, {}};
  column.cells.append("0:2");
  GraphContents contents;
  take_columns({column}, std::vector<NodeId>{0}, "g", contents);
  EXPECT_EQ(contents.attributes.cols(), 1U);
}

TEST(OwnColumns, RefuseWhatCgsdDoesNotWrite) {
  const std::vector<NodeId> order = {0};
  const auto refusal = [&](const std::string& origin, const std::string& cell) {
    NamedColumn column{"x", origin, {}, {0}, {}};
    column.cells.append(cell);
    GraphContents contents;
    return error_text([&] { take_columns({column}, order, "g", contents); });
  };
  EXPECT_THAT(refusal("cgsd.attributes.dense", "1 x"), HasSubstr("'x' among the attributes"));
  EXPECT_THAT(refusal("cgsd.attributes.sparse.5", "7:1"), HasSubstr("'7:1'"));
  EXPECT_THAT(refusal("cgsd.attributes.sparse.5", "3:1 2:1"), HasSubstr("'2:1'"));
  EXPECT_THAT(refusal("cgsd.attributes.sparse.-1", "0:1"), HasSubstr("not what it writes"));
  EXPECT_THAT(refusal("cgsd.attributes.sparse.0", ""), HasSubstr("not what it writes"));
  EXPECT_THAT(refusal("cgsd.class.number", "99"), HasSubstr("class '99' is not plausible"));
}

TEST(OwnColumns, RefuseCellsThatCannotBeOfOneMatrix) {
  const auto refusal = [](const std::string& origin, const std::vector<std::string>& texts) {
    NamedColumn column{"x", origin, {}, {}, {}};
    std::vector<NodeId> order;
    for (const std::string& text : texts) {
      column.rows.push_back(static_cast<NodeId>(order.size()));
      order.push_back(column.rows.back());
      column.cells.append(text);
    }
    GraphContents contents;
    return error_text([&] { take_columns({column}, order, "g", contents); });
  };
  EXPECT_THAT(refusal("cgsd.attributes.dense", {"1 2", "3"}), HasSubstr("'3' among the attributes"));
  for (const char* cell : {"x:1", "1:x", "1", ":1", "-1:1", "1:1 1:1"}) {
    EXPECT_THAT(refusal("cgsd.attributes.sparse.5", {cell}), HasSubstr("not what it writes")) << cell;
  }
  for (const char* count : {"", "x", "4294967296"}) {
    EXPECT_THAT(refusal(std::string("cgsd.attributes.sparse.") + count, {"0:1"}), HasSubstr("not what it writes"));
  }
  for (const char* number : {"x", "-2", "1.5"}) {
    EXPECT_THAT(refusal("cgsd.class.number", {number}), HasSubstr("is not plausible for 1 nodes")) << number;
  }
}

// A node of the table that the file does not have has no values, not the default of the file.
TEST(OwnColumns, AreEmptyForNodesThatTheFileDoesNotHave) {
  NamedColumn column{"colour", "", "red", {1}, {}};
  column.cells.append("blue");
  GraphContents contents;
  take_columns({column, NamedColumn{"empty", "", "", {}, {}}}, std::vector<NodeId>{NameTable::kAbsent, 0, 1, 2}, "g",
               contents);
  ASSERT_EQ(contents.table.columns.size(), 1u);
  const TextList& cells = contents.table.columns[0].cells;
  EXPECT_EQ(cells[0], "");
  EXPECT_EQ(cells[1], "red");
  EXPECT_EQ(cells[2], "blue");
  EXPECT_EQ(cells[3], "red");
}

}  // namespace
}  // namespace cgsd
