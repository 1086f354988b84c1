#include "cgsd/io/datasets/new_nodes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// All that reading looks at: the number of nodes and their names.
DetectionModel model_of(const std::vector<std::string>& names) {
  DetectionModel model;
  model.graph = testing::path_graph(3);
  model.names = NodeNames(names);
  return model;
}

std::vector<std::string> names_of(const NamedNewNodes& found) {
  std::vector<std::string> names;
  for (NodeId i = 0; i < found.names.size(); ++i) names.push_back(found.names.name(i));
  return names;
}

class NewNodesFiles : public ::testing::Test {
 protected:
  NamedNewNodes read(const DetectionModel& model, const char* edges, const char* attributes) {
    NewNodesRequest request;
    if (edges != nullptr) request.edges = here_.file("e.csv", edges);
    if (attributes != nullptr) request.attributes = here_.file("x.csv", attributes);
    return read_new_nodes(request, model, RunContext());
  }
  std::string refusal(const DetectionModel& model, const char* edges, const char* attributes) {
    return testing::error_text<ParseError>([&] { read(model, edges, attributes); });
  }

  testing::TemporaryDirectory here_;
  DetectionModel named_ = model_of({"anna", "bob", "cleo"});
  DetectionModel numbered_ = model_of({});
};

TEST_F(NewNodesFiles, NamesThatAreNotKnownAreNew) {
  const NamedNewNodes found = read(named_, "anna,dora\ndora,emil\nbob,cleo\n", nullptr);
  EXPECT_THAT(names_of(found), ElementsAre("dora", "emil"));
  EXPECT_THAT(found.nodes.edges, ElementsAre(Entry{0, 3}, Entry{3, 4}));
  EXPECT_EQ(found.known_edges, 1U);
  EXPECT_THAT(found.nodes.has_attributes, ElementsAre(0, 0));
}

TEST_F(NewNodesFiles, ATableWithIdsComesFirst) {
  const NamedNewNodes found = read(named_, "anna,dora\nemil,bob\n", "node,f0\nfritz,1\nemil,2\n");
  EXPECT_THAT(names_of(found), ElementsAre("fritz", "emil", "dora"));
  EXPECT_THAT(found.nodes.has_attributes, ElementsAre(1, 1, 0));
  EXPECT_EQ(found.nodes.attributes.rows(), 3U);
  EXPECT_EQ(found.nodes.attributes.dense()(1, 0), 2.0F);
  EXPECT_THAT(found.nodes.edges, ElementsAre(Entry{0, 5}, Entry{4, 1}));
}

TEST_F(NewNodesFiles, RowsWithoutIdsFollowTheNamesOfTheEdges) {
  const NamedNewNodes found = read(named_, "anna,emil\ndora,bob\n", "1,2\n3,4\n");
  EXPECT_THAT(names_of(found), ElementsAre("emil", "dora"));
  EXPECT_EQ(found.nodes.attributes.dense()(1, 0), 3.0F);
  EXPECT_THAT(refusal(named_, "anna,emil\n", "1,2\n3,4\n"), HasSubstr("2 rows without ids, but the edges name 1 new"));
}

TEST_F(NewNodesFiles, NumbersGoOnWhereTheGraphEnds) {
  const NamedNewNodes found = read(numbered_, "4,0\n1,3\n", "1,2\n3,4\n5,6\n");
  EXPECT_THAT(names_of(found), ElementsAre("3", "4", "5"));
  EXPECT_THAT(found.nodes.edges, ElementsAre(Entry{4, 0}, Entry{1, 3}));
  EXPECT_THAT(refusal(numbered_, "6,0\n", "1,2\n3,4\n5,6\n"), HasSubstr("node 6 has no row"));
  EXPECT_THAT(names_of(read(numbered_, "9,0\n1,77\n", nullptr)), ElementsAre("9", "77"));
}

TEST_F(NewNodesFiles, AttributesAloneAreEnough) {
  EXPECT_THAT(names_of(read(numbered_, nullptr, "1,2\n3,4\n")), ElementsAre("3", "4"));
  EXPECT_THAT(names_of(read(named_, nullptr, "node,f0\nzoe,1\n")), ElementsAre("zoe"));
}

TEST_F(NewNodesFiles, ATableIsEncodedAsTheKnownOneWas) {
  ColumnEncoding city;
  city.sources = {"city"};
  city.positions = {0};
  city.kind = ColumnKind::category;
  city.levels = {"Oslo", "Rome"};
  named_.encoding.columns = {city};
  named_.encoding.id_column = "who";
  const NamedNewNodes found = read(named_, nullptr, "mood,city,who\ngood,Rome,dora\nbad,Paris,emil\n");
  EXPECT_THAT(names_of(found), ElementsAre("dora", "emil"));
  EXPECT_THAT(found.nodes.attributes.dense().values(), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(found.account, ElementsAre("not known: 1 of `city`", "1 column that the model does not use ignored"));
  EXPECT_THAT(refusal(named_, nullptr, "who,town\ndora,Rome\n"),
              HasSubstr("x.csv:1:1: the table lacks 1 of the columns"));
}

TEST_F(NewNodesFiles, WhatCannotBeIsRefused) {
  EXPECT_THAT(refusal(named_, nullptr, "node,f0\nbob,1\n"), HasSubstr("'bob' is known already"));
  EXPECT_THAT(refusal(numbered_, "x,0\n", nullptr), HasSubstr("'x' is not a node number"));
  EXPECT_THAT(refusal(numbered_, "03,0\n", nullptr), HasSubstr("not a node number"));
  EXPECT_THAT(refusal(named_, nullptr, "node,f0\nzoe,nan\n"), HasSubstr("x.csv:2"));
}

}  // namespace
}  // namespace cgsd
