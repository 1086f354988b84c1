#include "cgsd/io/tables/loaded_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/karate.hpp"

#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(LoadedTable, TellsTextsFromArraysAndFilesFromColumns) {
  const testing::TemporaryDirectory dir;
  LoadRequest request;
  EXPECT_FALSE(has_text_table(request));
  request.attributes = dir.file("x.csv", "age,team\n1,a\n");
  EXPECT_TRUE(has_text_table(request));
  request.attributes = dir.file("x.svmlight", "1 1:2\n");
  EXPECT_FALSE(has_text_table(request));
  request.labels = dir.file("y.csv", "0\n");
  EXPECT_TRUE(labels_are_a_file(request));
  EXPECT_EQ(table_request(request).label_column, "");
  request.labels = "team";
  EXPECT_FALSE(labels_are_a_file(request));
  EXPECT_EQ(table_request(request).label_column, "team");
}

TEST(LoadedTable, ReplacesTheAttributesOfAGraphThatIsThere) {
  const testing::TemporaryDirectory dir;
  LoadRequest request;
  std::string text = "team,node,age\n";
  for (int v = 33; v >= 0; --v)
    text += std::string(v % 2 == 0 ? "a," : "b,") + std::to_string(v) + "," + std::to_string(v * v) + "\n";
  request.attributes = dir.file("x.csv", text);
  request.labels = "team";
  LoadedDataset loaded{GraphFormat::builtin, karate_club(RunContext()), {}};
  replace_attributes(request, loaded, RunContext());
  EXPECT_EQ(loaded.data.input.attributes.dense()(5, 0), 25.0F);
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age"));
  EXPECT_EQ(loaded.data.labels.class_of[33], 1);
  EXPECT_EQ(loaded.encoding.id_column, "node");
}

TEST(LoadedTable, AddsNodesWithoutEdges) {
  const Graph grown = with_isolated_nodes(testing::path_graph(3), 5);
  EXPECT_EQ(grown.nodes(), 5u);
  EXPECT_EQ(grown.edges(), 2u);
  EXPECT_THAT(grown.neighbours(1), ElementsAre(0, 2));
  EXPECT_EQ(grown.degree(4), 0u);
}

}  // namespace
}  // namespace cgsd
