// The writing half of cgsd/io/formats/graphml.hpp.
#include <limits>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/io/formats/graphml.hpp"

#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

class GraphmlWriter : public ::testing::Test {
 protected:
  std::string written(const Dataset& dataset, const GraphAnnotations& annotations = {}) const {
    write_graphml(dir_ / "out.graphml", dataset, annotations, RunContext());
    return file_bytes(dir_ / "out.graphml");
  }
  TemporaryDirectory dir_;
};

TEST_F(GraphmlWriter, WritesAPlainGraphToTheLetter) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(3, {{2, 0}});
  EXPECT_EQ(written(dataset), R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <graph edgedefault="undirected">
    <node id="0"></node>
    <node id="1"></node>
    <node id="2"></node>
    <edge source="0" target="2"></edge>
  </graph>
</graphml>
)");
}

TEST_F(GraphmlWriter, WritesEveryDirectedEntryWithItsLoops) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{0, 1}, {1, 0}, {1, 1}}, {.directed = true});
  const std::string text = written(dataset);
  EXPECT_THAT(text, HasSubstr("edgedefault=\"directed\""));
  EXPECT_THAT(text, HasSubstr("    <edge source=\"0\" target=\"1\"></edge>\n"
                              "    <edge source=\"1\" target=\"0\"></edge>\n"
                              "    <edge source=\"1\" target=\"1\"></edge>\n"));
}

TEST_F(GraphmlWriter, SpellsNumbersAsXmlSchemaDoes) {
  Dataset dataset;
  const double infinity = std::numeric_limits<double>::infinity();
  dataset.input.graph = testing::graph_of(3, {{0, 1}, {1, 2}});
  const std::vector<double> curvature = {infinity, infinity, -infinity, -infinity};
  const std::string text = written(dataset, {.curvature = curvature});
  EXPECT_THAT(text, HasSubstr("target=\"1\"><data key=\"curvature\">INF</data>"));
  EXPECT_THAT(text, HasSubstr("target=\"2\"><data key=\"curvature\">-INF</data>"));
}

TEST_F(GraphmlWriter, CallsNumberedClassesIntegersAndNamedOnesStrings) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(1, {});
  dataset.labels = {.class_of = {4}, .class_names = {}};
  EXPECT_THAT(written(dataset), HasSubstr("attr.name=\"class\" attr.type=\"int\""));
  EXPECT_THAT(written(dataset), HasSubstr("<data key=\"cgsd.class.number\">4</data>"));
  dataset.labels = {.class_of = {0}, .class_names = {"red"}};
  EXPECT_THAT(written(dataset), HasSubstr("attr.name=\"class\" attr.type=\"string\""));
}

// Read back by a regular expression instead of our own reader: each weight must stand at its own edge.
TEST_F(GraphmlWriter, PutsEachWeightAndCurvatureAtItsEdge) {
  Dataset dataset;
  dataset.input.graph = testing::random_graph(30, 0.15, 8, true);
  const Graph& graph = dataset.input.graph;
  std::vector<double> curvature(graph.entries());
  for (NodeId u = 0; u < 30; ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) curvature[i] = u + graph.targets()[i] + 0.5;
  }
  const std::string text = written(dataset, {.curvature = curvature});
  const std::regex edge(
      "<edge source=\"([0-9]+)\" target=\"([0-9]+)\"><data key=\"weight\">([^<]+)</data>"
      "<data key=\"curvature\">([^<]+)</data></edge>");
  EntryIndex edges = 0;
  for (std::sregex_iterator match(text.begin(), text.end(), edge); match != std::sregex_iterator(); ++match, ++edges) {
    const auto u = static_cast<NodeId>(std::stoul((*match)[1]));
    const auto v = static_cast<NodeId>(std::stoul((*match)[2]));
    const EntryIndex entry = find_entry(graph, u, v);
    ASSERT_LT(entry, graph.entries());
    EXPECT_EQ(std::stod((*match)[3]), graph.weights()[entry]);
    EXPECT_EQ(std::stod((*match)[4]), u + v + 0.5);
  }
  EXPECT_EQ(edges, graph.edges());
}

TEST_F(GraphmlWriter, GivesBackWhatItWrote) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back(fmt::format("<{}> & \"a'b\"\n\t\r ä {}", i, std::string(1, ' ')));
  for (const bool named : {false, true}) {
    for (const bool weighted : {false, true}) {
      Dataset dataset;
      dataset.input.graph = testing::random_graph(40, 0.05, 3, weighted);
      if (named) dataset.names = NodeNames(names);
      const std::vector<double> curvature(dataset.input.graph.entries(), -1.5);
      write_graphml(dir_ / "out.graphml", dataset, {.curvature = curvature}, RunContext());
      const GraphContents contents = read_graphml(dir_ / "out.graphml", {}, RunContext());
      EXPECT_EQ(contents.names, dataset.names);
      EXPECT_EQ(build_graph(contents.list, {}, RunContext()).graph, dataset.input.graph);
    }
  }
}

TEST_F(GraphmlWriter, WritesAnnotations) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{0, 1}});
  dataset.names = NodeNames({"x\x01", "y\xff"});
  dataset.labels = {.class_of = {1, kUnlabelled}, .class_names = {"red", "blue<"}};
  const std::vector<std::int32_t> community = {3, 4};
  const std::vector<double> curvature = {0.1, 0.1};
  write_graphml(dir_ / "out.graphml", dataset, {.community = community, .curvature = curvature}, RunContext());
  const std::string text = file_bytes(dir_ / "out.graphml");
  EXPECT_THAT(text,
              HasSubstr("<node id=\"x\xef\xbf\xbd\"><data key=\"label\">x\xef\xbf\xbd</data><data key=\"cgsd.class\">"
                        "blue&lt;</data><data key=\"cgsd.community\">3</data></node>"));
  EXPECT_THAT(
      text,
      HasSubstr("<node id=\"y\xef\xbf\xbd\"><data key=\"label\">y\xef\xbf\xbd</data><data key=\"cgsd.community\">4"));
  EXPECT_THAT(text, HasSubstr("<key id=\"cgsd.community\" for=\"node\" attr.name=\"community\" attr.type=\"int\"/>"));
  EXPECT_THAT(text, HasSubstr("<data key=\"curvature\">0.1</data></edge>"));
  EXPECT_EQ(read_graphml(dir_ / "out.graphml", {}, RunContext()).list.nodes, 2u);
}

TEST_F(GraphmlWriter, RefusesNamesThatXmlCannotTellApartAndWrongLengths) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{0, 1}});
  dataset.names = NodeNames({"x\x01", "x\x02"});
  EXPECT_THROW(write_graphml(dir_ / "out.graphml", dataset, {}, RunContext()), InvalidArgument);
  dataset.names = {};
  const std::vector<std::int32_t> community = {3};
  EXPECT_THROW(write_graphml(dir_ / "out.graphml", dataset, {.community = community}, RunContext()), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "out.graphml"));
}

}  // namespace
}  // namespace cgsd
