// The writing half of cgsd/io/formats/edge_list.hpp.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/io/formats/edge_list.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::file_bytes;
using testing::TemporaryDirectory;

Dataset named(EntryList list, NodeNames names, bool directed = false) {
  Dataset dataset;
  dataset.input.graph = build_graph(list, {.directed = directed}, RunContext()).graph;
  dataset.names = std::move(names);
  return dataset;
}

TEST(EdgeListWriter, GivesBackGraphsWithTheirIsolatedNodes) {
  const TemporaryDirectory dir;
  for (const char* name : {"e.csv", "e.tsv", "e.txt", "e.csv.gz"}) {
    for (const bool weighted : {false, true}) {
      for (const bool directed : {false, true}) {
        EntryList list = testing::random_entries(60, 0.03, 11, weighted);
        if (directed) list.entries[0].target = list.entries[0].source;  // a loop
        const Dataset dataset = named(list, {}, directed);
        write_edge_list(dir / name, dataset, RunContext());
        const GraphContents contents = read_edge_list(dir / name, {}, RunContext());
        EXPECT_TRUE(contents.names.none());
        EXPECT_EQ(contents.list.entries.size(), dataset.input.graph.edges()) << "each edge once";
        EXPECT_EQ(build_graph(contents.list, {.directed = directed}, RunContext()).graph, dataset.input.graph) << name;
      }
    }
  }
}

TEST(EdgeListWriter, WritesWhatItsContractSays) {
  const TemporaryDirectory dir;
  const EntryList list{.nodes = 4, .entries = {{2, 0}, {0, 1}}, .weights = {0.1, 3.0}};
  write_edge_list(dir / "e.csv", named(list, {}), RunContext());
  EXPECT_EQ(file_bytes(dir / "e.csv"), "# cgsd nodes=4 directed=false\nsource,target,weight\n0,1,3\n0,2,0.1\n");
  write_edge_list(dir / "e.edges", named(list, NodeNames({"a", "b", "c", "d"}), true), RunContext());
  EXPECT_EQ(file_bytes(dir / "e.edges"), "# cgsd nodes=4 directed=true ids=name delimiter=space\na b 3\nc a 0.1\n");
}

std::vector<std::string> strange_names() {
  return {"a,b", "\"quoted\"", " blanks ", "two\nlines", "#hash", "%",  "//",
          "12",  "007",        "source",   "tab\there",  "",      "\r", "ä;ö"};
}

TEST(EdgeListWriter, QuotesNamesInCsv) {
  const TemporaryDirectory dir;
  const auto names = strange_names();
  EntryList list{.nodes = static_cast<NodeId>(names.size()), .entries = {}, .weights = {}};
  for (NodeId u = 0; u + 1 < names.size(); ++u) list.entries.push_back({u, u + 1});
  write_edge_list(dir / "e.csv", named(list, NodeNames(names)), RunContext());
  const GraphContents contents = read_edge_list(dir / "e.csv", {}, RunContext());
  EXPECT_EQ(contents.names, NodeNames(names));
  EXPECT_EQ(contents.list.entries, list.entries);
}

TEST(EdgeListWriter, RefusesNamesThatWouldBeMisread) {
  const TemporaryDirectory dir;
  const EntryList edge{.nodes = 2, .entries = {{0, 1}}, .weights = {}};
  for (const char* name : {"a b", "a\tb", "a\nb", "#a", "\"a", "", " a"}) {
    EXPECT_THROW(write_edge_list(dir / "e.txt", named(edge, NodeNames({name, "y"})), RunContext()), InvalidArgument)
        << name;
  }
  EXPECT_THROW(write_edge_list(dir / "e.tsv", named(edge, NodeNames({"a\tb", "y"})), RunContext()), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(dir / "e.txt"));
  for (const char* name : {"u", "a,b", "a;b", "5", "x\"y"}) {
    for (const char* file : {"e.txt", "e.tsv"}) {
      write_edge_list(dir / file, named(edge, NodeNames({name, "v"})), RunContext());
      EXPECT_EQ(read_edge_list(dir / file, {}, RunContext()).names, NodeNames({name, "v"})) << name;
    }
  }
}

// Read back by streams instead of our own reader.
TEST(EdgeListWriter, WritesEveryEdgeOfAGraphOnceAndEveryBitOfItsWeight) {
  const TemporaryDirectory dir;
  Dataset dataset;
  dataset.input.graph = testing::random_graph(50, 0.1, 12, true);
  const Graph& graph = dataset.input.graph;
  write_edge_list(dir / "e.txt", dataset, RunContext());
  std::istringstream lines(file_bytes(dir / "e.txt"));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "# cgsd nodes=50 directed=false");
  EntryIndex edges = 0;
  for (; std::getline(lines, line); ++edges) {
    std::istringstream words(line);
    NodeId u = 0;
    NodeId v = 0;
    std::string weight;
    ASSERT_TRUE(words >> u >> v >> weight) << line;
    EXPECT_LT(u, v);
    const EntryIndex entry = find_entry(graph, u, v);
    ASSERT_LT(entry, graph.entries()) << line;
    EXPECT_EQ(std::strtod(weight.c_str(), nullptr), graph.weights()[entry]);
  }
  EXPECT_EQ(edges, graph.edges());
}

TEST(EdgeListWriter, RefusesNamesAndLabelsOfAnotherGraph) {
  const TemporaryDirectory dir;
  Dataset dataset = named({.nodes = 2, .entries = {{0, 1}}, .weights = {}}, NodeNames({"a", "b", "c"}));
  EXPECT_EQ(error_text<InvalidArgument>([&] { write_edge_list(dir / "e.csv", dataset, RunContext()); }),
            "3 names for 2 nodes");
  EXPECT_FALSE(std::filesystem::exists(dir / "e.csv"));
}

}  // namespace
}  // namespace cgsd
