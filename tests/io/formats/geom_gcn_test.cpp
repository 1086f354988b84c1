#include "cgsd/io/formats/geom_gcn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/formats/npz_dataset.hpp"

#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

const std::string kEdges = "node_id\tnode_id\n0\t1\n1\t0\n2\t2\n0\t1\n";
const std::string kHeading = "node_id\tattribute\tlabel\n";

GraphContents read(const std::string& edges, const std::string& nodes, const GraphReadOptions& options = {}) {
  const TemporaryDirectory dir;
  dir.file("out1_graph_edges.txt", edges);
  if (!nodes.empty()) dir.file("out1_node_feature_label.txt", nodes);
  return read_geom_gcn(dir.path(), options, RunContext());
}
std::string read_error(const std::string& edges, const std::string& nodes, const GraphReadOptions& options = {}) {
  const std::string message = error_of([&] { read(edges, nodes, options); });
  const std::size_t after = message.find("out1_");
  return after == std::string::npos ? message : message.substr(after);
}

TEST(GeomGcn, KeepsEveryEntryAndPutsNodesInOrder) {
  const GraphContents contents = read(kEdges, kHeading + "2\t0,1,1\t1\n0\t1,0,0\t0\n1\t0,0,0\t1\n");
  EXPECT_EQ(contents.list.nodes, 3u);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}, Entry{2, 2}, Entry{0, 1}));
  EXPECT_EQ(contents.attributes.sparse(), (SparseRows{3, {0, 1, 1, 3}, {0, 1, 2}, {1, 1, 1}}));
  EXPECT_THAT(contents.labels.class_of, ElementsAre(0, 1, 1));
}

TEST(GeomGcn, ReadsListsOfIndices) {
  const GraphContents contents = read(kEdges, kHeading + "1\t1\t0\n0\t7,2\t0\n2\t\t0\n");
  EXPECT_EQ(contents.attributes.sparse(), (SparseRows{8, {0, 2, 3, 3}, {2, 7, 1}, {1, 1, 1}}));
  EXPECT_EQ(read(kEdges, kHeading + "0\t5,3,5\t0\n1\t0,0,0\t0\n2\t\t0\n").attributes.sparse(),
            (SparseRows{6, {0, 2, 3, 3}, {3, 5, 0}, {1, 1, 1}}))
      << "film lists some indices twice";
  const GraphContents told = read(kEdges, "node_id\tattribute(feature_amount:1)\tlabel\n0\t1\t0\n1\t0\t0\n2\t0,1\t0\n");
  EXPECT_EQ(told.attributes.sparse(), (SparseRows{2, {0, 1, 2, 4}, {1, 0, 0, 1}, {1, 1, 1, 1}}));
}

// As in svmlight files: one number far out makes columns that nobody has.
TEST(GeomGcn, HasNoAttributesFarBeyondTheOthers) {
  EXPECT_EQ(
      read_error(kEdges, kHeading + "0\t20000000\t0\n1\t1\t0\n2\t2\t0\n"),
      "out1_node_feature_label.txt: 20,000,001 columns for 3 numbers, so nearly all of them are empty: number only "
      "those that are not");
  EXPECT_EQ(read(kEdges, kHeading + "0\t1000000\t0\n1\t1\t0\n2\t2\t0\n").attributes.cols(), 1'000'001U);
}

TEST(GeomGcn, TakesUndecidedRowsAsVectors) {
  EXPECT_EQ(read(kEdges, kHeading + "0\t1\t0\n1\t0\t0\n2\t1\t0\n").attributes.sparse(),
            (SparseRows{1, {0, 1, 1, 2}, {0, 0}, {1, 1}}));
}

TEST(GeomGcn, ReadsADirectoryWithEdgesOnly) {
  const GraphContents contents = read(kEdges, "");
  EXPECT_EQ(contents.list.nodes, 3u);
  EXPECT_TRUE(contents.attributes.none() && contents.labels.none());
  EXPECT_EQ(read(kEdges, "", {.expected_nodes = 5}).list.nodes, 5u);
  EXPECT_EQ(read("0\t1\n", "").list.entries.size(), 1u) << "the heading may be missing";
}

TEST(GeomGcn, PointsAtWhatIsWrong) {
  EXPECT_EQ(read_error("node_id\tnode_id\n0\tx\n", ""), "out1_graph_edges.txt:2:3: 'x' is not a node id");
  EXPECT_EQ(read_error("node_id\tnode_id\n0\t-1\n", ""), "out1_graph_edges.txt:2:3: '-1' is not a node id");
  EXPECT_EQ(read_error("node_id\tnode_id\n0\n", ""), "out1_graph_edges.txt:2: there are 1 columns instead of 2");
  EXPECT_THAT(read_error("0\t2000000000\n", ""), HasSubstr("2,000,000,001 nodes are not plausible"));
  const std::string rows = kHeading + "0\t0,1,0\t0\n1\t0,1,1\t0\n";
  EXPECT_EQ(read_error(kEdges, rows), "out1_graph_edges.txt:4:1: node id 2 ≥ node count 2");
  EXPECT_EQ(read_error(kEdges, rows, {.expected_nodes = 3}), "out1_node_feature_label.txt: 2 rows for 3 nodes");
  const auto node_error = [&](const std::string& row) {
    return read_error(kEdges, rows + row).substr(std::string("out1_node_feature_label.txt").size());
  };
  EXPECT_EQ(node_error("1\t0,1,1\t0\n"), ":4:1: node 1 already has a row, in line 3");
  EXPECT_EQ(node_error("3\t0,1,1\t0\n"),
            ":4:1: node id 3 in a table of 3 nodes: ids must be 0 … 2, so a node is missing");
  EXPECT_EQ(node_error("2\t0,1\t0\n"), ":4:3: 2 attributes, but the rows before have 3");
  EXPECT_EQ(node_error("2\t0,1,7\t0\n"), ":4:7: '7' is not 0 or 1, as the other attributes are");
  EXPECT_EQ(node_error("2\t0,1,\t0\n"), ":4:7: '' is not 0 or 1, as the other attributes are");
  EXPECT_EQ(node_error("2\t0,1,1\tx\n"), ":4:9: 'x' is not a class number");
  EXPECT_EQ(node_error("2\t0,1,1\t9\n"), ":4: class 9 is not plausible for 3 nodes");
  EXPECT_EQ(node_error("2\t0,1,1\n"), ":4: there are 2 columns instead of 3");
  EXPECT_EQ(node_error("two\t0,1,1\t0\n"), ":4:1: 'two' is not a node id");
  EXPECT_EQ(read_error(kEdges, kHeading), "out1_node_feature_label.txt: there is no node in the file");
  EXPECT_EQ(read_error(kEdges, kHeading + "0\t5,2147483647\t0\n"),
            "out1_node_feature_label.txt:2:5: '2147483647' is not the number of an attribute");
  EXPECT_EQ(read_error(kEdges, kHeading + "0\t5,x\t0\n"),
            "out1_node_feature_label.txt:2:5: 'x' is not the number of an attribute");
}

TEST(GeomGcn, IsRecognisedByItsFileNames) {
  const TemporaryDirectory dir;
  EXPECT_FALSE(is_geom_gcn(dir.path()));
  const auto edges = dir.file("out1_graph_edges.txt", kEdges);
  EXPECT_TRUE(is_geom_gcn(dir.path()) && is_geom_gcn(edges));
  EXPECT_EQ(read_geom_gcn(edges, {}, RunContext()).list.entries.size(), 4u);
  EXPECT_THROW(read_geom_gcn(dir / "absent", {}, RunContext()), IoError);
}

TEST(GeomGcn, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  const RunContext run;
  const TemporaryDirectory dir;
  const testing::MemoryFile edges("edges");
  const testing::MemoryFile nodes("nodes");
  const std::string rows = kHeading + "2\t0,1,1\t1\n0\t1,0,0\t0\n1\t0,0,0\t1\n";
  std::filesystem::create_symlink(edges.holding(""), dir / "out1_graph_edges.txt");
  std::filesystem::create_symlink(nodes.holding(""), dir / "out1_node_feature_label.txt");
  for (std::uint64_t i = 0; i < 5000; ++i) {
    edges.holding(i % 2 == 0 ? kEdges : testing::damaged(kEdges, i));
    nodes.holding(testing::damaged(rows, i));
    testing::expect_result_or_error([&] { read_geom_gcn(dir.path(), {}, run); }, i);
  }
}

struct Facts {
  const char* directory;
  const char* npz;  // the same data, converted by others
  NodeId nodes;
  std::size_t entries;
  std::uint64_t edges;
  std::uint64_t loops;
  std::size_t attributes;  // 0: edges only
};

class GeomGcnOfTheBenchmark : public ::testing::TestWithParam<Facts> {};

TEST_P(GeomGcnOfTheBenchmark, AgreesWithItsReadmeAndItsNpz) {
  const Facts& facts = GetParam();
  CGSD_NEEDS_SHARED_DATA(("data/geom-gcn/" + std::string(facts.directory)).c_str(), path);
  CGSD_NEEDS_SHARED_DATA(("data/" + std::string(facts.npz) + ".npz").c_str(), npz);
  const GraphContents contents = read_geom_gcn(path, {}, RunContext());
  const GraphContents converted = read_npz(npz, {}, RunContext());
  EXPECT_EQ(contents.list.nodes, facts.nodes);
  EXPECT_EQ(contents.list.entries.size(), facts.entries);
  const BuiltGraph built = build_graph(contents.list, {}, RunContext());
  EXPECT_EQ(built.graph.edges(), facts.edges);
  EXPECT_EQ(built.report.self_loops_dropped, facts.loops);
  EXPECT_EQ(built.graph, build_graph(converted.list, {}, RunContext()).graph);
  EXPECT_EQ(contents.attributes.cols(), facts.attributes);
  if (facts.attributes == 0) return;
  EXPECT_EQ(contents.attributes.sparse(), to_sparse(converted.attributes.dense()));
  EXPECT_EQ(contents.labels.class_of, converted.labels.class_of);
}

INSTANTIATE_TEST_SUITE_P(All, GeomGcnOfTheBenchmark,
                         ::testing::Values(Facts{"cornell-corrected", "cornell", 183, 298, 277, 3, 1703},
                                           Facts{"texas", "texas", 183, 325, 279, 16, 1703},
                                           Facts{"wisconsin", "wisconsin", 251, 515, 450, 16, 1703},
                                           Facts{"film", "actor", 7600, 33391, 26659, 122, 932},
                                           Facts{"chameleon", "chameleon_directed", 2277, 36101, 31371, 50, 0},
                                           Facts{"squirrel", "squirrel_directed", 5201, 217073, 198353, 140, 0}),
                         [](const auto& test) { return std::string(test.param.npz); });

}  // namespace
}  // namespace cgsd
