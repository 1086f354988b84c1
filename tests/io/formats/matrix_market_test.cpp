#include "cgsd/io/formats/matrix_market.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TemporaryDirectory;

constexpr const char* kPattern = "%%MatrixMarket matrix coordinate pattern general\n";
constexpr const char* kReal = "%%MatrixMarket matrix coordinate real general\n";

class MatrixMarket : public ::testing::Test {
 protected:
  GraphContents read(const std::string& bytes, const GraphReadOptions& options = {}, int workers = 2) const {
    return read_matrix_market(dir_.file("m.mtx", bytes), options, RunContext({.workers = workers}));
  }
  std::string error(const std::string& bytes, const GraphReadOptions& options = {}, int workers = 2) const {
    return error_text([&] { read(bytes, options, workers); });
  }
  TemporaryDirectory dir_;
};

TEST_F(MatrixMarket, ReadsPatternsAndValues) {
  const GraphContents pattern = read(std::string(kPattern) + "% comment\n\n3 3 2\n1 2\n3 1\n");
  EXPECT_EQ(pattern.list.nodes, 3u);
  EXPECT_THAT(pattern.list.entries, ElementsAre(Entry{0, 1}, Entry{2, 0}));
  EXPECT_THAT(pattern.list.weights, IsEmpty());
  const GraphContents real = read(std::string(kReal) + "3 3 2\n  1  2  2.5e-1\n\n 3 1 -7\n");
  EXPECT_THAT(real.list.weights, ElementsAre(0.25, -7.0));
  EXPECT_THAT(read("%%matrixmarket MATRIX Coordinate Integer general\r\n2 2 1\r\n2 1 9\r\n").list.weights,
              ElementsAre(9.0));
}

TEST_F(MatrixMarket, ListsEntriesOfSymmetricFilesOnce) {
  const GraphContents contents =
      read("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 5\n2 1 0.5\n3 2 2\n");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 0}, Entry{1, 0}, Entry{2, 1}));
  const Graph graph = build_graph(contents.list, {}, RunContext()).graph;
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2));
  EXPECT_THAT(graph.weights(), ElementsAre(0.5, 0.5, 2.0, 2.0));
}

TEST_F(MatrixMarket, KeepsIsolatedNodesAndEmptyGraphs) {
  EXPECT_EQ(read(std::string(kPattern) + "1000 1000 0\n").list.nodes, 1000u);
}

TEST_F(MatrixMarket, RefusesWhatIsNoGraph) {
  const std::string begin = "%%MatrixMarket matrix ";
  EXPECT_EQ(error(begin + "array real general\n2 2\n1\n"),
            "m.mtx:1:23: format 'array' is not supported; a graph needs coordinate");
  EXPECT_THAT(error(begin + "coordinate complex general\n2 2 0\n"), HasSubstr("1:34: kind of values 'complex'"));
  EXPECT_THAT(error(begin + "coordinate real skew-symmetric\n2 2 0\n"), HasSubstr("symmetry 'skew-symmetric'"));
  EXPECT_THAT(error(begin + "coordinate real hermitian\n2 2 0\n"), HasSubstr("symmetry 'hermitian'"));
  EXPECT_EQ(error(std::string(kPattern) + "2 3 0\n"), "m.mtx:2:3: 2 rows but 3 columns: a graph needs a square matrix");
}

TEST_F(MatrixMarket, RefusesBrokenHeaders) {
  EXPECT_EQ(error(""), "m.mtx: the file is empty");
  EXPECT_EQ(error("1 2\n"), "m.mtx:1:1: not a Matrix Market file: it must begin with %%MatrixMarket");
  EXPECT_THAT(error("%%MatrixMarket matrix\n"), HasSubstr("m.mtx:1: expected %%MatrixMarket"));
  EXPECT_THAT(error(kPattern), HasSubstr("m.mtx:1: the line with rows, columns and entries is missing"));
  EXPECT_EQ(error(std::string(kPattern) + "2 2\n"), "m.mtx:2:1: expected three numbers: rows, columns, entries");
  EXPECT_EQ(error(std::string(kPattern) + "2 2 x\n"), "m.mtx:2:5: 'x' is not a count");
  EXPECT_EQ(error(std::string(kPattern) + "2 2 -1\n"), "m.mtx:2:5: '-1' is not a count");
  EXPECT_THAT(error(std::string(kPattern) + "99999999999 99999999999 0\n"), HasSubstr("at most 2147483647"));
}

TEST_F(MatrixMarket, ChecksEveryEntry) {
  const std::string begin = std::string(kPattern) + "3 3 2\n1 2\n";
  EXPECT_EQ(error(begin + "0 1\n"), "m.mtx:4:1: node id 0: ids begin at 1 here");
  EXPECT_EQ(error(begin + "1 4\n"), "m.mtx:4:3: node id 4 > node count 3");
  EXPECT_EQ(error(begin + "1 x\n"), "m.mtx:4:3: node id 'x' is not a whole number");
  EXPECT_EQ(error(begin + "1 2 5\n"), "m.mtx:4:1: line has 3 fields, the first line of the file asks for 2");
  EXPECT_EQ(error(std::string(kReal) + "3 3 1\n1 2\n"),
            "m.mtx:3:1: line has 2 fields, the first line of the file asks for 3");
  EXPECT_EQ(error(std::string(kReal) + "3 3 1\n1 2 inf\n"), "m.mtx:3:5: weight 'inf' is not a finite number");
}

TEST_F(MatrixMarket, ChecksTheNumberOfEntries) {
  EXPECT_EQ(error(std::string(kPattern) + "3 3 3\n1 2\n2 3\n"), "m.mtx:4: the file ends after 2 of 3 entries");
  EXPECT_EQ(error(std::string(kPattern) + "3 3 1\n1 2\n2 3\n"), "m.mtx:4:1: more entries than the header declares");
}

TEST_F(MatrixMarket, FindsTheFirstSurplusEntryInAnyBlock) {
  for (const std::size_t declared : {20'000u, 100'000u, 1'000'000u, 1'399'999u}) {
    std::string text = std::string(kPattern) + fmt::format("9 9 {}\n", declared);
    for (int i = 0; i < 1'400'000; ++i) text += "1 2 \t   \n";
    for (const int workers : {1, 4}) {
      EXPECT_EQ(error(text, {}, workers),
                fmt::format("m.mtx:{}:1: more entries than the header declares", declared + 3));
    }
  }
}

TEST_F(MatrixMarket, DoesNotBelieveASizeLineThatLies) {
  EXPECT_EQ(error(std::string(kPattern) + "2000000000 2000000000 1\n1 2\n"),
            "m.mtx:2: 2000000000 nodes are declared, but there are only 1 edges: refused as a damaged file");
  EXPECT_EQ(error(std::string(kPattern) + "3 3 18446744073709551615\n1 2\n"),
            "m.mtx:3: the file ends after 1 of 18446744073709551615 entries");
}

TEST_F(MatrixMarket, HoldsTheFileToWhatIsKnown) {
  const NodeNames names({"a", "b", "c"});
  EXPECT_EQ(read(std::string(kPattern) + "3 3 1\n1 2\n", {.known_names = &names}).names, names);
  EXPECT_EQ(error(std::string(kPattern) + "2 2 1\n1 2\n", {.known_names = &names}),
            "m.mtx:2: the file has 2 nodes, but 3 are expected");
  EXPECT_THAT(error(std::string(kPattern) + "2 2 1\n1 2\n", {.expected_nodes = 4}), HasSubstr("but 4 are expected"));
}

TEST_F(MatrixMarket, GivesBackWhatItWrote) {
  for (const bool weighted : {false, true}) {
    for (const bool directed : {false, true}) {
      Dataset dataset;
      dataset.input.graph =
          build_graph(testing::random_entries(50, 0.04, 5, weighted), {.directed = directed}, RunContext()).graph;
      write_matrix_market(dir_ / "out.mtx.gz", dataset, RunContext());
      const GraphContents contents = read_matrix_market(dir_ / "out.mtx.gz", {}, RunContext());
      EXPECT_EQ(contents.list.entries.size(), dataset.input.graph.edges());
      EXPECT_EQ(build_graph(contents.list, {.directed = directed}, RunContext()).graph, dataset.input.graph);
    }
  }
}

TEST_F(MatrixMarket, WritesTheLowerTriangle) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(4, {{0, 2}, {1, 2}});
  write_matrix_market(dir_ / "out.mtx", dataset, RunContext());
  EXPECT_EQ(testing::file_bytes(dir_ / "out.mtx"),
            "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n3 1\n3 2\n");
}

}  // namespace
}  // namespace cgsd
