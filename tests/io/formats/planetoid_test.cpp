#include "cgsd/io/formats/planetoid.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/formats/npz_dataset.hpp"

#include "tests/support/hostile.hpp"
#include "tests/support/pickles.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::pickle;
using testing::raw;
using testing::TemporaryDirectory;

std::string one_hot(std::int64_t rows, std::int64_t cols, const std::vector<std::int32_t>& values) {
  return pickle(testing::pickled_ndarray({rows, cols}, testing::pickled_dtype("i4"), raw(values)));
}

// Six nodes; 0 … 2 in allx, 5 and 3 in tx, 4 in neither, as the isolated nodes of Citeseer.
class ToyPlanetoid {
 public:
  ToyPlanetoid() {
    file("allx", pickle(testing::pickled_csr({3, 4, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1}})));
    file("ally", one_hot(3, 2, {1, 0, 0, 1, 0, 0}));
    file("tx", pickle(testing::pickled_csr({2, 4, {0, 1, 3}, {3, 0, 1}, {5, 3, 4}})));
    file("ty", one_hot(2, 2, {0, 1, 1, 0}));
    file("graph", pickle(testing::pickled_graph({{5, {0, 0, 5}}, {0, {5}}, {4, {}}, {3, {2}}})));
    file("test.index", "5\n3\n");
  }
  void file(const std::string& ending, const std::string& bytes) const { directory_.file("ind.toy." + ending, bytes); }
  void remove(const std::string& ending) const { std::filesystem::remove(directory_ / ("ind.toy." + ending)); }
  GraphContents read(const GraphReadOptions& options = {}) const {
    return read_planetoid(directory_.path(), options, RunContext());
  }
  // What the message says after the directory.
  std::string error(const GraphReadOptions& options = {}) const {
    const std::string message = error_of([&] { read(options); });
    const std::size_t after = message.find("ind.toy");
    return after == std::string::npos ? message : message.substr(after);
  }
  const std::filesystem::path& path() const { return directory_.path(); }
  const TemporaryDirectory& directory() const { return directory_; }

 private:
  TemporaryDirectory directory_;
};

TEST(Planetoid, PutsRowsWhereTheTestIndexSays) {
  const GraphContents contents = ToyPlanetoid().read();
  EXPECT_EQ(contents.list.nodes, 6u);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{5, 0}, Entry{5, 0}, Entry{5, 5}, Entry{0, 5}, Entry{3, 2}));
  EXPECT_EQ(contents.attributes.sparse(),
            (SparseRows{4, {0, 1, 2, 3, 5, 5, 6}, {0, 1, 2, 0, 1, 3}, {1, 1, 1, 3, 4, 5}}));
  EXPECT_THAT(contents.labels.class_of, ElementsAre(0, 1, -1, 0, -1, 1));
}

TEST(Planetoid, TakesAnyOfItsFilesAndOneFamilyPerDirectory) {
  const ToyPlanetoid toy;
  EXPECT_EQ(read_planetoid(toy.path() / "ind.toy.test.index", {}, RunContext()).list.nodes, 6u);
  EXPECT_TRUE(is_planetoid(toy.path()) && is_planetoid("x/ind.cora.ally"));
  EXPECT_FALSE(is_planetoid("x/cora.graph") || is_planetoid("ind..x") || is_planetoid(TemporaryDirectory().path()));
  toy.directory().file("ind.other.graph", "");
  EXPECT_THAT(error_of([&] { toy.read(); }), HasSubstr("holds several datasets; name one of its files, e.g. "));
  EXPECT_EQ(read_planetoid(toy.path() / "ind.toy.x", {}, RunContext()).list.nodes, 6u);
  EXPECT_THAT(error_of([&] { read_planetoid(TemporaryDirectory().path(), {}, RunContext()); }),
              HasSubstr("holds no Planetoid files"));
  EXPECT_THROW(read_planetoid("/somewhere/cora.txt", {}, RunContext()), InvalidArgument);
}

TEST(Planetoid, SaysWhichFileIsMissingOrDisagrees) {
  const ToyPlanetoid toy;
  EXPECT_EQ(toy.error({.expected_nodes = 7}), "ind.toy.graph: the graph has 6 nodes instead of 7");
  toy.file("test.index", "5\n");
  EXPECT_EQ(toy.error(), "ind.toy.tx: rows: 2, but the other files have 1");
  toy.file("test.index", "5\n2\n");
  EXPECT_EQ(toy.error(), "ind.toy.test.index:2:1: node 2 already has its row in allx, which holds 3");
  toy.file("test.index", "5\n5\n");
  EXPECT_EQ(toy.error(), "ind.toy.test.index: node 5 is listed twice");
  toy.file("test.index", "5\n2000000000\n");
  EXPECT_THAT(toy.error(), HasSubstr("2,000,000,001 nodes are not plausible"));
  toy.file("test.index", "5\nthree\n");
  EXPECT_EQ(toy.error(), "ind.toy.test.index:2:1: 'three' is not a node number");
  toy.remove("ty");
  EXPECT_EQ(toy.error(), "ind.toy.ty: No such file or directory");
}

TEST(Planetoid, RefusesRowsThatAreNotOneHotAndGraphsThatAreNone) {
  const ToyPlanetoid toy;
  toy.file("graph", pickle(testing::pickled_graph({{5, {6}}})));
  EXPECT_EQ(toy.error(), "ind.toy.graph: node 6 is not in [0, 6)");
  toy.file("graph", pickle(testing::pickled_graph({{5, {1}}, {5, {2}}})));
  EXPECT_EQ(toy.error(), "ind.toy.graph: node 5 occurs twice");
  toy.file("graph", pickle(std::string("}(K\0]q\1K\1h\1u", 12)));
  EXPECT_EQ(toy.error(), "ind.toy.graph: node 1 has no list of neighbours of its own");
  toy.file("ty", one_hot(2, 2, {1, 1, 1, 0}));
  EXPECT_EQ(toy.error(), "ind.toy.ty: row 0, column 1: a row of classes must hold one 1 and zeros");
  toy.file("ty", one_hot(2, 2, {2, 0, 1, 0}));
  EXPECT_EQ(toy.error(), "ind.toy.ty: row 0, column 0: a row of classes must hold one 1 and zeros");
}

TEST(Planetoid, RefusesGraphsOfAnythingButNumbers) {
  const ToyPlanetoid toy;
  toy.file("graph", pickle("]"));
  EXPECT_EQ(toy.error(), "ind.toy.graph: the graph must be a dictionary of lists");
  toy.file("graph", pickle("}(U\1a]u"));
  EXPECT_EQ(toy.error(), "ind.toy.graph: the graph must hold node numbers only");
  toy.file("graph", pickle("}(K\1)u"));
  EXPECT_EQ(toy.error(), "ind.toy.graph: node 1 has no list of neighbours of its own");
  toy.file("graph", pickle("}(J\xff\xff\xff\xff]u"));
  EXPECT_EQ(toy.error(), "ind.toy.graph: node -1 is not in [0, 6)");
}

TEST(Planetoid, RefusesAnIndexOfAnythingButOneNumberInALine) {
  const ToyPlanetoid toy;
  for (const char* index : {"5 3\n", "-5\n3\n", "5\n99999999999\n"}) {
    toy.file("test.index", index);
    EXPECT_THAT(toy.error(), HasSubstr("is not a node number")) << index;
  }
}

TEST(Planetoid, RefusesClassesThatAreNoMatrix) {
  const ToyPlanetoid toy;
  toy.file("ty", pickle(testing::pickled_vector<std::int32_t>("i4", {0, 1})));
  EXPECT_EQ(toy.error(), "ind.toy.ty: the classes must be a matrix of zeros and ones");
  toy.file("ty", one_hot(0, 2, {}));
  EXPECT_EQ(toy.error(), "ind.toy.ty: rows: 0, but the other files have 2");
}

TEST(Planetoid, ReadsCoraExactlyAsTheConvertedFileHasIt) {
  CGSD_NEEDS_SHARED_DATA("data/planetoid/ind.cora.graph", path);
  CGSD_NEEDS_SHARED_DATA("data/cora.npz", npz);
  const GraphContents raw_files = read_planetoid(path.parent_path(), {}, RunContext());
  const GraphContents converted = read_npz(npz, {}, RunContext());
  EXPECT_EQ(raw_files.list.nodes, 2708u);
  EXPECT_EQ(raw_files.list.entries.size(), 10858u);
  EXPECT_EQ(raw_files.labels.classes(), 7);
  EXPECT_EQ(raw_files.labels.class_of, converted.labels.class_of);
  ASSERT_TRUE(raw_files.attributes.is_sparse());
  EXPECT_EQ(raw_files.attributes.sparse(), to_sparse(converted.attributes.dense()));
  const BuiltGraph built = build_graph(raw_files.list, {}, RunContext());
  EXPECT_EQ(built.graph, build_graph(converted.list, {}, RunContext()).graph);
  EXPECT_EQ(built.graph.edges(), 5278u);
  EXPECT_EQ(built.report.repeats_merged, 302u);
  EXPECT_EQ(built.report.directions_joined, 5278u);
  // The first keys of the dictionary, from a disassembly of the file.
  const std::vector<Entry> first(raw_files.list.entries.begin(), raw_files.list.entries.begin() + 6);
  EXPECT_THAT(first,
              ElementsAre(Entry{0, 633}, Entry{0, 1862}, Entry{0, 2582}, Entry{1, 2}, Entry{1, 652}, Entry{1, 654}));
}

}  // namespace
}  // namespace cgsd
