#include "cgsd/io/formats/gexf.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/io/text/xml.hpp"

#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::file_bytes;
using testing::TemporaryDirectory;

// The nodes and edges of a GEXF file as sorted attributes: what a program that opens it sees.
class Elements final : public XmlHandler {
 public:
  void begin_element(std::string_view name, const XmlAttributes& attributes) override {
    std::string line(name);
    for (const char* key :
         {"id", "label", "source", "target", "weight", "title", "type", "for", "value", "defaultedgetype"}) {
      if (const char* value = attributes.find(key)) line += std::string(" ") + key + "=" + value;
    }
    elements.push_back(line);
  }
  void end_element() override {}
  void text(std::string_view) override {}
  std::vector<std::string> elements;
};

std::vector<std::string> elements_of(const std::filesystem::path& file) {
  Elements listener;
  read_xml(file, listener, RunContext());
  return listener.elements;
}

TEST(Gexf, WritesNodesEdgesAndAnnotations) {
  const TemporaryDirectory dir;
  Dataset dataset;
  dataset.input.graph =
      build_graph({.nodes = 3, .entries = {{1, 0}, {1, 2}}, .weights = {0.5, 2.0}}, {}, RunContext()).graph;
  dataset.names = NodeNames({"<a>", "b&\"", "c\x02"});
  dataset.labels = {.class_of = {0, 1, kUnlabelled}, .class_names = {}};
  const std::vector<std::int32_t> community = {5, 5, 6};
  const std::vector<double> curvature = {-0.25, -0.25, 1.0, 1.0};
  write_gexf(dir / "g.gexf", dataset, {.community = community, .curvature = curvature}, RunContext());
  EXPECT_THAT(elements_of(dir / "g.gexf"),
              ElementsAre("gexf", "graph defaultedgetype=undirected", "attributes",
                          "attribute id=cgsd.class.number title=class type=integer",
                          "attribute id=cgsd.community title=community type=integer", "attributes",
                          "attribute id=curvature title=curvature type=double", "nodes", "node id=0 label=<a>",
                          "attvalues", "attvalue for=cgsd.class.number value=0", "attvalue for=cgsd.community value=5",
                          "node id=1 label=b&\"", "attvalues", "attvalue for=cgsd.class.number value=1",
                          "attvalue for=cgsd.community value=5", "node id=2 label=c\xef\xbf\xbd", "attvalues",
                          "attvalue for=cgsd.community value=6", "edges", "edge id=0 source=0 target=1 weight=0.5",
                          "attvalues", "attvalue for=curvature value=-0.25", "edge id=1 source=1 target=2 weight=2",
                          "attvalues", "attvalue for=curvature value=1"));
}

TEST(Gexf, WritesAPlainGraph) {
  const TemporaryDirectory dir;
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{1, 0}, {1, 1}}, {.directed = true});
  write_gexf(dir / "g.gexf", dataset, {}, RunContext());
  EXPECT_THAT(elements_of(dir / "g.gexf"),
              ElementsAre("gexf", "graph defaultedgetype=directed", "nodes", "node id=0 label=0", "node id=1 label=1",
                          "edges", "edge id=0 source=1 target=0", "edge id=1 source=1 target=1"));
}

TEST(Gexf, RefusesAnnotationsOfAnotherLength) {
  const TemporaryDirectory dir;
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{1, 0}});
  const std::vector<double> curvature = {1.0};
  EXPECT_THROW(write_gexf(dir / "g.gexf", dataset, {.curvature = curvature}, RunContext()), InvalidArgument);
  dataset.labels.class_of = {0, 1, 0};
  EXPECT_THROW(write_gexf(dir / "g.gexf", dataset, {}, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
