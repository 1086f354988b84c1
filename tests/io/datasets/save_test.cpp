#include "cgsd/io/datasets/save.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/io/datasets/load.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using testing::file_bytes;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TemporaryDirectory;

// The path 0 – 1 – 2 with one attribute and two classes.
Dataset path_of_three() {
  Dataset data;
  data.input.graph = testing::path_graph(3);
  data.input.attributes = Matrix<float>(3, 1, {1.0f, 2.0f, 4.0f});
  data.labels = {.class_of = {0, 1, 1}, .class_names = {}};
  return data;
}

class Save : public ::testing::Test {
 protected:
  TemporaryDirectory dir_;
};

// How each format begins, by its own specification.
TEST_F(Save, ChoosesTheFormatByTheEnding) {
  const std::vector<std::pair<std::string, std::string>> beginnings = {
      {"g.npz", "PK"},
      {"g.csv", "# cgsd nodes=3 directed=false\nsource,target\n0,1\n"},
      {"g.tsv", "# cgsd nodes=3 directed=false\nsource\ttarget\n0\t1\n"},
      {"g.txt", "# cgsd nodes=3 directed=false\n0 1\n"},
      {"g.edges", "# cgsd nodes=3 directed=false\n0 1\n"},
      {"g.graphml", "<?xml"},
      {"g.gexf", "<?xml"},
      {"g.metis", "3 2\n2\n1 3\n2\n"},
      {"g.graph", "3 2\n2\n1 3\n2\n"},
      {"g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n"},
      {"g.csv.gz", "\x1f\x8b"}};
  for (const auto& [name, beginning] : beginnings) {
    SaveRequest request;
    request.graph = dir_ / name;
    EXPECT_THAT(save_dataset(path_of_three(), request, RunContext()), ElementsAre(request.graph.string()));
    EXPECT_THAT(file_bytes(dir_ / name), StartsWith(beginning)) << name;
  }
  EXPECT_THAT(file_bytes(dir_ / "g.graphml"), HasSubstr("<graphml"));
  EXPECT_THAT(file_bytes(dir_ / "g.gexf"), HasSubstr("<gexf"));
}

TEST_F(Save, WritesAttributesAndLabelsBeside) {
  SaveRequest request;
  request.graph = dir_ / "g.csv";
  request.attributes = dir_ / "x.csv";
  request.labels = dir_ / "y.csv";
  EXPECT_THAT(save_dataset(path_of_three(), request, RunContext()),
              ElementsAre(request.graph.string(), request.attributes->string(), request.labels->string()));
  EXPECT_EQ(file_bytes(dir_ / "x.csv"), "f0\n1\n2\n4\n");
  EXPECT_EQ(file_bytes(dir_ / "y.csv"), "node,label\n0,0\n1,1\n2,1\n");
}

TEST_F(Save, HandsCommunitiesAndCurvatureToTheDrawingFormats) {
  SaveRequest request;
  request.community = {5, 6, 6};
  request.curvature = {-1.5, -1.5, 0.25, 0.25};
  for (const char* name : {"g.graphml", "g.gexf"}) {
    request.graph = dir_ / name;
    save_dataset(path_of_three(), request, RunContext());
    EXPECT_THAT(file_bytes(dir_ / name), HasSubstr("-1.5")) << name;
    EXPECT_THAT(file_bytes(dir_ / name), HasSubstr("community")) << name;
  }
}

TEST_F(Save, GivesBackTheGraphInEveryFormatThatIsRead) {
  Dataset data = path_of_three();
  data.input.graph = testing::random_graph(30, 0.1, 5);
  data.input.attributes = {};
  data.labels = {};
  for (const char* name : {"g.npz", "g.csv", "g.tsv", "g.txt", "g.graphml", "g.gexf", "g.gml", "g.json", "g.net",
                           "g.adjlist", "g.metis", "g.mtx", "g.mtx.gz"}) {
    SaveRequest request;
    request.graph = dir_ / name;
    save_dataset(data, request, RunContext());
    LoadRequest load;
    load.graph = dir_ / name;
    EXPECT_EQ(load_dataset(load, RunContext()).data.input.graph, data.input.graph) << name;
  }
}

TEST_F(Save, RefusesAnEndingOfNoFormat) {
  SaveRequest request;
  request.graph = dir_ / "g.xlsx";
  EXPECT_EQ(error_text<InvalidArgument>([&] { save_dataset(path_of_three(), request, RunContext()); }),
            "g.xlsx: the ending must be one of .npz .csv .tsv .txt .edges .edgelist .graphml .gexf .gml .json .net "
            ".adjlist .metis "
            ".graph .mtx .csr");
}

// Before anything is written: a half-done job would leave a graph without its attributes.
TEST_F(Save, RefusesToWriteWhatThereIsNot) {
  Dataset bare;
  bare.input.graph = testing::path_graph(2);
  SaveRequest request;
  request.graph = dir_ / "g.csv";
  request.attributes = dir_ / "x.csv";
  EXPECT_EQ(error_text<InvalidArgument>([&] { save_dataset(bare, request, RunContext()); }),
            "there are no attributes to write");
  request.attributes.reset();
  request.labels = dir_ / "y.csv";
  EXPECT_EQ(error_text<InvalidArgument>([&] { save_dataset(bare, request, RunContext()); }),
            "there are no classes to write");
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

// Once the graph was left behind if its attributes or labels could not be written.
TEST_F(Save, LeavesNothingIfOneOfItsFilesCannotBeWritten) {
  SaveRequest request;
  request.graph = dir_ / "g.csv";
  request.attributes = dir_ / "x.xyz";
  EXPECT_THROW(save_dataset(path_of_three(), request, RunContext()), InvalidArgument);
  request.attributes = dir_ / "x.csv";
  request.labels = dir_ / "absent/y.csv";
  EXPECT_THROW(save_dataset(path_of_three(), request, RunContext()), IoError);
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_F(Save, GivesBackEverythingThatAFormatCanHold) {
  Dataset data;
  data.names = NodeNames({"Anna", "Ben \"B\" & <Co>", "D\xc3\xb6rte", "7"});
  data.labels = {.class_of = {1, 0, kUnlabelled, 1}, .class_names = {"blue", "red one"}};
  const Matrix<float> numbers(4, 3, {0.1f, 0, 0, 0, -2.5e-8f, 0, 0, 0, 0, 1e30f, 0, 3});
  for (const bool directed : {false, true}) {
    data.input.graph = build_graph({.nodes = 4, .entries = {{0, 1}, {2, 1}, {1, 3}}, .weights = {0.1, 2.0, 1e-9}},
                                   {.directed = directed}, RunContext())
                           .graph;
    for (const Attributes& attributes : {Attributes(numbers), Attributes(to_sparse(numbers))}) {
      data.input.attributes = attributes;
      for (const char* name : {"g.npz", "g.graphml", "g.gexf", "g.gml", "g.json", "g.gml.gz", "g.json.gz"}) {
        SaveRequest request;
        request.graph = dir_ / name;
        save_dataset(data, request, RunContext());
        LoadRequest load;
        load.graph = dir_ / name;
        load.build.directed = directed;
        const Dataset back = load_dataset(load, RunContext()).data;
        EXPECT_EQ(back.input.graph, data.input.graph) << name;
        EXPECT_EQ(back.input.attributes, data.input.attributes) << name;
        EXPECT_EQ(back.names, data.names) << name;
        EXPECT_EQ(back.labels, data.labels) << name;
      }
    }
  }
}

TEST_F(Save, GivesBackGraphsWithNumbersForNamesAndForClasses) {
  Dataset data = path_of_three();
  for (const char* name : {"g.graphml", "g.gexf", "g.gml", "g.json", "g.net", "g.adjlist"}) {
    SaveRequest request;
    request.graph = dir_ / name;
    save_dataset(data, request, RunContext());
    LoadRequest load;
    load.graph = dir_ / name;
    const Dataset back = load_dataset(load, RunContext()).data;
    EXPECT_EQ(back.input.graph, data.input.graph) << name;
    EXPECT_TRUE(back.names.none()) << name;
    const bool holds_more = name != std::string("g.net") && name != std::string("g.adjlist");
    EXPECT_EQ(back.labels, holds_more ? data.labels : Labels()) << name;
    EXPECT_EQ(back.input.attributes, holds_more ? data.input.attributes : Attributes()) << name;
  }
}

}  // namespace
}  // namespace cgsd
