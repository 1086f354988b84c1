#include "cgsd/io/datasets/load.hpp"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/array_files.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using testing::npy;
using testing::raw;
using testing::TemporaryDirectory;

constexpr const char* kGraphml =
    "<graphml><graph><node id='0'/><node id='1'/><edge source='0' target='1'/></graph></graphml>";
constexpr const char* kMtx = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n";

std::string edge_npy() { return npy("<i8", "(1, 2)", raw(std::vector<std::int64_t>{0, 1})); }

class Load : public ::testing::Test {
 protected:
  GraphFormat format(std::string_view name, std::string_view bytes) const {
    return recognise_format(dir_.file(name, bytes));
  }
  LoadRequest request(std::string_view name, std::string_view bytes) const {
    LoadRequest made;
    made.graph = dir_.file(name, bytes);
    return made;
  }
  Dataset load(const LoadRequest& wanted) const { return load_dataset(wanted, RunContext()).data; }
  TemporaryDirectory dir_;
};

TEST_F(Load, RecognisesFormatsByContentWhateverTheName) {
  for (const char* name : {"g", "g.csv", "g.graph"}) {
    EXPECT_EQ(format(name, kGraphml), GraphFormat::graphml) << name;
    EXPECT_EQ(format(name, std::string("\xef\xbb\xbf \n") + kGraphml), GraphFormat::graphml) << name;
    EXPECT_EQ(format(name, kMtx), GraphFormat::matrix_market) << name;
    EXPECT_EQ(format(name, edge_npy()), GraphFormat::npy) << name;
    EXPECT_EQ(format(name, testing::npz_of({{"edges", edge_npy()}})), GraphFormat::npz) << name;
    EXPECT_EQ(format(name, testing::gzipped(kMtx)), GraphFormat::matrix_market) << name;
  }
}

TEST_F(Load, RecognisesASparseMatrixOfSciPy) {
  const auto int32 = [](const std::vector<std::int32_t>& v) {
    return npy("<i4", "(" + std::to_string(v.size()) + ",)", raw(v));
  };
  const std::string scipy = testing::npz_of({{"format", npy("|S3", "()", "csr")},
                                             {"shape", npy("<i8", "(2,)", raw(std::vector<std::int64_t>{2, 2}))},
                                             {"indptr", int32({0, 1, 2})},
                                             {"indices", int32({1, 0})},
                                             {"data", npy("<f8", "(2,)", raw(std::vector<double>{1.0, 1.0}))}});
  EXPECT_EQ(format("g.npz", scipy), GraphFormat::scipy_npz);
  EXPECT_EQ(load(request("g.npz", scipy)).input.graph.edges(), 1u);
}

TEST_F(Load, TellsPlainNumbersByTheEnding) {
  EXPECT_EQ(format("g.metis", "2 1\n2\n1\n"), GraphFormat::metis);
  EXPECT_EQ(format("g.graph.gz", testing::gzipped("2 1\n2\n1\n")), GraphFormat::metis);
  EXPECT_EQ(format("g.edges", "2 1\n2\n1\n"), GraphFormat::edge_list);
  EXPECT_EQ(format("g", ""), GraphFormat::edge_list);
  EXPECT_EQ(format("g.npz", "damaged"), GraphFormat::npz);
  EXPECT_EQ(format("g.npy", "damaged"), GraphFormat::npy);
  EXPECT_EQ(format("g.graphml", "damaged"), GraphFormat::graphml);
  EXPECT_EQ(format("g.mtx", "damaged"), GraphFormat::matrix_market);
}

TEST_F(Load, RecognisesDirectoriesByTheirFiles) {
  fs::create_directory(dir_ / "geom");
  dir_.file("geom/out1_graph_edges.txt", "node_id\tnode_id\n0\t1\n");
  EXPECT_EQ(recognise_format(dir_ / "geom"), GraphFormat::geom_gcn);
  fs::create_directory(dir_ / "other");
  EXPECT_EQ(error_text([&] { recognise_format(dir_ / "other"); }),
            "other: this directory holds neither Geom-GCN files (out1_graph_edges.txt) nor Planetoid files "
            "(ind.NAME.graph) nor rows (graph.json of cgsd convert)");
  EXPECT_THROW(recognise_format(dir_ / "absent"), IoError);
}

TEST_F(Load, ReadsTheFormatItIsToldAndNoOther) {
  LoadRequest metis = request("g.csv", "3 2\n2\n1 3\n2\n");
  metis.format = GraphFormat::metis;
  const LoadedDataset loaded = load_dataset(metis, RunContext());
  EXPECT_EQ(loaded.format, GraphFormat::metis);
  EXPECT_EQ(loaded.data.input.graph.edges(), 2u);
  metis.format = GraphFormat::graphml;
  EXPECT_THROW(load_dataset(metis, RunContext()), ParseError);
}

TEST_F(Load, NamesFormatAndFiles) {
  LoadRequest wanted = request("g.csv", "0,1\n1,2\n");
  wanted.attributes = dir_.file("x.csv", "f0\n1\n2\n3\n");
  wanted.labels = dir_.file("y.csv", "a\nb\na\n");
  const LoadedDataset loaded = load_dataset(wanted, RunContext());
  EXPECT_EQ(loaded.format, GraphFormat::edge_list);
  EXPECT_THAT(loaded.files, ElementsAre(wanted.graph, *wanted.attributes, *wanted.labels));
  EXPECT_THAT(loaded.data.input.attributes.dense().values(), ElementsAre(1.0f, 2.0f, 3.0f));
  EXPECT_THAT(loaded.data.labels.class_of, ElementsAre(0, 1, 0));
}

TEST_F(Load, SaysWhatBuildingDid) {
  LoadRequest wanted = request("g.csv", "0,1\n1,0\n0,0\n0,1\n");
  const Dataset data = load(wanted);
  EXPECT_EQ(data.report.entries_read, 4u);
  EXPECT_EQ(data.report.self_loops_dropped, 1u);
  wanted.build.directed = true;
  EXPECT_TRUE(load(wanted).input.graph.directed());
  EXPECT_EQ(load(wanted).input.graph.edges(), 4u);
}

// Rows without ids are the nodes: a node without edges is isolated, not missing.
TEST_F(Load, TakesTheNumberOfNodesFromRows) {
  LoadRequest wanted = request("g.csv", "0,3\n");
  EXPECT_EQ(load(wanted).input.graph.nodes(), 2u) << "names 0 and 3";
  wanted.labels = dir_.file("y.csv", "a\nb\na\nb\nb\n");
  EXPECT_EQ(load(wanted).input.graph.nodes(), 5u);
  EXPECT_TRUE(load(wanted).names.none());
}

TEST_F(Load, AddsNodesWithoutEdgesFromATableWithIds) {
  LoadRequest wanted = request("g.csv", "source,target\nzoe,anna\n");
  wanted.attributes = dir_.file("x.csv", "node,f0\nanna,1\nben,2\nzoe,3\n");
  const Dataset data = load(wanted);
  EXPECT_EQ(data.names, NodeNames({"zoe", "anna", "ben"})) << "the graph's own order, then the others";
  EXPECT_THAT(data.input.graph.neighbours(0), ElementsAre(1));
  EXPECT_EQ(data.input.graph.degree(2), 0u);
  EXPECT_THAT(data.input.attributes.dense().values(), ElementsAre(3, 1, 2));
  wanted.graph = dir_.file("g.csv", "source,target\nzoe,anne\n");
  EXPECT_THAT(load(wanted).account, ::testing::Contains("1 node without a row ('anne'): values filled"));
}

TEST_F(Load, JoinsATableToTheNodesOfSeveralFiles) {
  LoadRequest wanted = request("g.csv", "source,target\na,b\n");
  wanted.more = {dir_.file("h.csv", "source,target\nb,c\n")};
  wanted.attributes = dir_.file("x.csv", "id,age\nc,3\nd,9\nb,2\na,7\n");
  const Dataset data = load(wanted);
  EXPECT_EQ(data.names, NodeNames({"a", "b", "c", "d"}));
  EXPECT_THAT(data.input.attributes.dense().values(), ElementsAre(7, 2, 3, 9));
  EXPECT_EQ(data.input.graph.nodes(), 4u);
  EXPECT_EQ(data.input.graph.edges(), 2u);
  EXPECT_EQ(data.input.graph.degree(3), 0u);
}

TEST_F(Load, TakesLabelsFromAColumnOfTheTable) {
  LoadRequest wanted = request("g.csv", "source,target\nzoe,anna\nanna,ben\n");
  wanted.attributes = dir_.file("x.csv", "node,age,team\nanna,31,red\nzoe,25,blue\nben,40,red\n");
  wanted.labels = "team";
  const LoadedDataset loaded = load_dataset(wanted, RunContext());
  EXPECT_THAT(loaded.data.labels.class_of, ElementsAre(0, 1, 1));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age"));
  EXPECT_THAT(loaded.files, ElementsAre(wanted.graph, *wanted.attributes));
  wanted.labels = "teem";
  EXPECT_THROW(load(wanted), IoError) << "neither a file nor a column";
}

TEST_F(Load, RefusesOptionsOfATableThatThereIsNot) {
  LoadRequest wanted = request("g.csv", "0,1\n1,2\n");
  wanted.table.ignore = {"age"};
  EXPECT_THROW(load(wanted), InvalidArgument);
  wanted.attributes = dir_.file("x.csv", "age\n1\n2\n3\n");
  EXPECT_THROW(load(wanted), ParseError) << "nothing is left";
  wanted.table.ignore = {"old"};
  EXPECT_THROW(load(wanted), InvalidArgument) << "no such column";
}

TEST_F(Load, PutsLabelsByIdInTheOrderOfTheGraph) {
  LoadRequest wanted = request("g.csv", "source,target\nzoe,anna\nanna,ben\n");
  wanted.labels = dir_.file("y.csv", "node,label\nanna,red\nzoe,blue\nben,red\n");
  const Dataset data = load(wanted);
  EXPECT_EQ(data.names, NodeNames({"zoe", "anna", "ben"}));
  EXPECT_THAT(data.labels.class_names, ElementsAre("blue", "red"));
  EXPECT_THAT(data.labels.class_of, ElementsAre(0, 1, 1));
}

TEST_F(Load, BlamesTheTableThatDoesNotFitTheGraph) {
  LoadRequest wanted = request("g.csv", "0,1\n1,2\n2,3\n");
  wanted.attributes = dir_.file("x.csv", "f0\n1\n2\n");
  const std::string said = error_text([&] { load(wanted); });
  EXPECT_THAT(said, ::testing::StartsWith("x.csv:3:1: 2 rows without ids of nodes, but "));
  EXPECT_THAT(said, HasSubstr("g.csv has 4 nodes"));
}

TEST_F(Load, SaysThatLabelsLackTheNamesThatTheGraphHas) {
  LoadRequest wanted = request("g.csv", "source,target\nzoe,anna\nanna,ben\n");
  wanted.labels = dir_.file("y.csv", "red\nblue\nred\n");
  const std::string said = error_text([&] { load(wanted); });
  EXPECT_THAT(said, ::testing::StartsWith("y.csv: has no column with the names of the nodes, so "));
  EXPECT_THAT(said, HasSubstr("add the names as its first column, `node`"));
}

TEST_F(Load, ReplacesWhatTheGraphFileHolds) {
  const std::string npz = testing::npz_of({{"edges", edge_npy()},
                                           {"node_features", npy("<f4", "(2, 1)", raw(std::vector<float>{5.0f, 6.0f}))},
                                           {"node_labels", npy("<i8", "(2,)", raw(std::vector<std::int64_t>{1, 0}))}});
  LoadRequest wanted = request("g.npz", npz);
  EXPECT_THAT(load(wanted).input.attributes.dense().values(), ElementsAre(5.0f, 6.0f));
  EXPECT_THAT(load(wanted).labels.class_of, ElementsAre(1, 0));
  wanted.attributes = dir_.file("x.csv", "f0\n7\n8\n");
  wanted.labels = dir_.file("y.csv", "a\na\n");
  EXPECT_THAT(load(wanted).input.attributes.dense().values(), ElementsAre(7.0f, 8.0f));
  EXPECT_THAT(load(wanted).labels.class_of, ElementsAre(0, 0));
}

StoreLocations only(const fs::path& given) {
  StoreLocations locations;
  locations.given = given;
  return locations;
}

TEST_F(Load, HasTheKarateClubWithoutAFile) {
  LoadRequest wanted;
  const LoadedDataset karate = load_known_dataset("karate", only(dir_.path()), wanted, RunContext());
  EXPECT_EQ(karate.format, GraphFormat::builtin);
  EXPECT_TRUE(karate.files.empty());
  EXPECT_EQ(karate.data.input.graph.edges(), 78u);
  std::string table = "f0\n";
  for (int v = 0; v < 34; ++v) table += std::to_string(v) + "\n";
  wanted.attributes = dir_.file("x.csv", table);
  const LoadedDataset with = load_known_dataset("karate", only(dir_.path()), wanted, RunContext());
  EXPECT_EQ(with.data.input.attributes.dense()(33, 0), 33.0f);
  EXPECT_THAT(with.files, ElementsAre(*wanted.attributes));
}

TEST_F(Load, SaysHowToGetADatasetThatIsNotHere) {
  EXPECT_EQ(error_text<IoError>([&] { load_known_dataset("Cora", only(dir_.path()), {}, RunContext()); }),
            "cora is not on this machine: cgsd data fetch cora downloads it, or give its directory with --data DIR");
}

TEST_F(Load, VerifiesTheCountsOfAKnownDataset) {
  dir_.file("texas.npz", testing::npz_of({{"edges", edge_npy()},
                                          {"node_features", npy("<f4", "(2, 1)", raw(std::vector<float>{5.0f, 6.0f}))},
                                          {"node_labels", npy("<i8", "(2,)", raw(std::vector<std::int64_t>{1, 0}))}}));
  EXPECT_EQ(
      error_text([&] { load_known_dataset("texas", only(dir_.path()), {}, RunContext()); }),
      "texas: 2 nodes instead of 183, 1 edges instead of 279, 1 attributes instead of 1,703, 2 classes instead of 5");
  LoadRequest directed;
  directed.build.directed = true;  // the registry counts undirected edges
  EXPECT_EQ(load_known_dataset("texas", only(dir_.path()), directed, RunContext()).data.input.graph.nodes(), 2u);
}

TEST_F(Load, FindsAFileByItsNameInTheDirectoryOfData) {
  dir_.file("friends.npz", testing::npz_of({{"edges", edge_npy()}}));
  EXPECT_EQ(load_known_dataset("friends", only(dir_.path()), {}, RunContext()).data.input.graph.edges(), 1u);
  EXPECT_THROW(load_known_dataset("foes", only(dir_.path()), {}, RunContext()), InvalidArgument);
}

// Once the 1,024 bytes that told the format were lost, and a FIFO was waited for for ever.
TEST_F(Load, ReadsEveryByteOfAPipe) {
  std::string edges;
  for (int i = 0; i < 50'000; ++i) edges += std::to_string(i) + "," + std::to_string(i + 1) + "\n";
  const std::string archive = testing::npz_of({{"edges", edge_npy()}});
  for (const std::string& bytes : {edges, testing::gzipped(edges), archive, std::string(kGraphml)}) {
    const fs::path pipe = dir_ / "pipe";
    fs::remove(pipe);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::jthread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
    LoadRequest wanted;
    wanted.graph = pipe;
    EXPECT_EQ(load(wanted).input.graph.edges(), bytes == archive || bytes == kGraphml ? 1u : 50'000u);
  }
}

TEST_F(Load, NamesMembersOnlyOfAnnData) {
  LoadRequest wanted = request("g.csv", "0,1\n");
  wanted.graph_key = "distances";
  EXPECT_THROW(load(wanted), InvalidArgument);
  wanted.graph_key.clear();
  wanted.attribute_key = "obsm/X_pca";
  EXPECT_EQ(error_text<IoError>([&] { load(wanted); }), "X_pca: No such file or directory");
}

TEST(LoadKnownDataset, ReadsTheRealFiles) {
  CGSD_NEEDS_SHARED_DATA("data", directory);
  const LoadedDataset cora = load_known_dataset("cora", only(directory), {}, RunContext());
  EXPECT_EQ(cora.format, GraphFormat::planetoid);
  EXPECT_EQ(cora.files.size(), 6u);  // x and y repeat part of allx and ally
  EXPECT_EQ(cora.data.input.graph.edges(), 5278u);
  const LoadedDataset texas = load_known_dataset("texas", only(directory), {}, RunContext());
  EXPECT_EQ(texas.format, GraphFormat::npz);
  EXPECT_EQ(texas.data.input.attributes.cols(), 1703u);
}

}  // namespace
}  // namespace cgsd
