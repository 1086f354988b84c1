#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/io/exchange/gml.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

TEST(GmlWrite, SpellsTheGraphOut) {
  const TemporaryDirectory dir;
  Dataset data;
  data.input.graph = build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {2.0}}, {}, RunContext()).graph;
  data.names = NodeNames({"a \"\xc3\xb6", "b"});
  data.labels = {.class_of = {0, kUnlabelled}, .class_names = {"x"}};
  write_gml(dir / "g", data, {}, RunContext());
  EXPECT_EQ(testing::file_bytes(dir / "g"),
            "graph [\n  directed 0\n  node [\n    id 0\n    label \"a &#34;&#246;\"\n    cgsd_class \"x\"\n  ]\n  node "
            "[\n    id 1\n"
            "    label \"b\"\n  ]\n  edge [\n    source 0\n    target 1\n    weight 2.0\n  ]\n]\n");
  const GraphContents back = read_gml(dir / "g", {}, RunContext());
  EXPECT_EQ(back.names, data.names);
  EXPECT_EQ(back.labels, data.labels);
  EXPECT_EQ(back.directed, false);
}

TEST(GmlWrite, SpellsDirectionCurvatureAndOddCharacters) {
  const TemporaryDirectory dir;
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 2, .entries = {{1, 0}}, .weights = {}}, {.directed = true}, RunContext()).graph;
  data.names = NodeNames({"a&b", "c\td"});
  const std::vector<double> curvature = {0.5};
  write_gml(dir / "g", data, {.curvature = curvature}, RunContext());
  EXPECT_EQ(testing::file_bytes(dir / "g"),
            "graph [\n  directed 1\n  node [\n    id 0\n    label \"a&#38;b\"\n  ]\n  node [\n    id 1\n    label "
            "\"c&#9;d\"\n  ]\n  edge [\n    source 1\n    target 0\n    curvature 0.5\n  ]\n]\n");
  EXPECT_EQ(read_gml(dir / "g", {}, RunContext()).names, data.names);
}

}  // namespace
}  // namespace cgsd
