#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/io/exchange/json_graph.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

TEST(JsonGraphWrite, SpellsTheGraphOut) {
  const TemporaryDirectory dir;
  Dataset data;
  data.input.graph = build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {2.0}}, {}, RunContext()).graph;
  data.names = NodeNames({"a \"\xc3\xb6", "b"});
  data.labels = {.class_of = {0, kUnlabelled}, .class_names = {"x"}};
  write_json_graph(dir / "g", data, {}, RunContext());
  EXPECT_EQ(testing::file_bytes(dir / "g"),
            "{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [\n{\"id\": \"a \\\"\xc3\xb6\", "
            "\"cgsd.class\": "
            "\"x\"},\n{\"id\": \"b\"}\n], \"edges\": [\n{\"source\": \"a \\\"\xc3\xb6\", \"target\": \"b\", "
            "\"weight\": 2}\n]}\n");
  const GraphContents back = read_json_graph(dir / "g", {}, RunContext());
  EXPECT_EQ(back.names, data.names);
  EXPECT_EQ(back.labels, data.labels);
  EXPECT_EQ(back.directed, false);
}

TEST(JsonGraphWrite, SpellsDirectionAndCurvature) {
  const TemporaryDirectory dir;
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 2, .entries = {{1, 0}}, .weights = {}}, {.directed = true}, RunContext()).graph;
  const std::vector<double> curvature = {-2.5};
  write_json_graph(dir / "g", data, {.curvature = curvature}, RunContext());
  EXPECT_EQ(testing::file_bytes(dir / "g"),
            "{\"directed\": true, \"multigraph\": false, \"graph\": {}, \"nodes\": [\n{\"id\": 0},\n{\"id\": 1}\n], "
            "\"edges\": [\n{\"source\": 1, \"target\": 0, \"curvature\": -2.5}\n]}\n");
  EXPECT_EQ(read_json_graph(dir / "g", {}, RunContext()).directed, true);
}

}  // namespace
}  // namespace cgsd
