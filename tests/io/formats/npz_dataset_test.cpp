#include "cgsd/io/formats/npz_dataset.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::file_bytes;
using ::testing::HasSubstr;
using testing::npy;
using testing::npz_of;
using testing::raw;
using testing::TemporaryDirectory;
using Arrays = std::vector<std::pair<std::string, std::string>>;

GraphContents contents_of(const Arrays& arrays, const GraphReadOptions& options = {}) {
  const TemporaryDirectory dir;
  return read_npz(dir.file("f.npz", npz_of(arrays)), options, RunContext());
}

// What the message says after the name of the file.
std::string npz_error(const Arrays& arrays, const GraphReadOptions& options = {}) {
  const std::string message = error_of([&] { contents_of(arrays, options); });
  const std::size_t after = message.find("f.npz: ");
  return after == std::string::npos ? message : message.substr(after + 7);
}

const std::pair<std::string, std::string> kEdges = {"edges",
                                                    npy("<i8", "(3, 2)", raw<std::int64_t>({0, 1, 1, 2, 2, 0}))};
std::pair<std::string, std::string> labels(const std::vector<std::int64_t>& classes) {
  return {"node_labels", npy("<i8", "(" + std::to_string(classes.size()) + ",)", raw(classes))};
}
std::pair<std::string, std::string> attributes(const std::string& shape, const std::vector<float>& values) {
  return {"node_features", npy("<f4", shape, raw(values))};
}
Arrays csr(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& indptr,
           const std::vector<std::int32_t>& indices, const std::vector<float>& data) {
  const auto vector = [](std::size_t n) { return "(" + std::to_string(n) + ",)"; };
  return {kEdges,
          {"features_shape", npy("<i8", vector(shape.size()), raw(shape))},
          {"features_indptr", npy("<i8", vector(indptr.size()), raw(indptr))},
          {"features_indices", npy("<i4", vector(indices.size()), raw(indices))},
          {"features_data", npy("<f4", vector(data.size()), raw(data))}};
}

TEST(NpzDataset, ReadsTheLayout) {
  const GraphContents contents = contents_of({attributes("(4, 2)", {1, 2, 3, 4, 5, 6, 7, 8}),
                                              labels({0, 1, -1, 1}),
                                              kEdges,
                                              {"train_masks", npy("|b1", "(10, 4)", "not even whole")}});
  EXPECT_EQ(contents.list.nodes, 4u);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}, Entry{2, 0}));
  EXPECT_TRUE(contents.list.weights.empty());
  EXPECT_FALSE(contents.attributes.is_sparse());
  EXPECT_EQ(contents.attributes.dense()(3, 0), 7.0f);
  EXPECT_THAT(contents.labels.class_of, ElementsAre(0, 1, -1, 1));
  EXPECT_TRUE(contents.names.none());
}

TEST(NpzDataset, ReadsSparseAttributesWeightsAndNames) {
  Arrays arrays = csr({3, 9}, {0, 2, 2, 3}, {8, 1, 4}, {80, 10, 40});
  arrays.push_back({"edge_weights", npy("<f8", "(3,)", raw<double>({0.5, 1, 2}))});
  arrays.push_back({"node_names", npy("<U1", "(3,)", raw<std::uint32_t>({'x', 'y', 'z'}))});
  arrays.push_back(
      {"attribute_names", npy("<U1", "(9,)", raw<std::uint32_t>({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'}))});
  const GraphContents contents = contents_of(arrays);
  ASSERT_TRUE(contents.attributes.is_sparse());
  EXPECT_THAT(contents.attribute_names, ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i"));
  EXPECT_EQ(contents.attributes.sparse(), (SparseRows{9, {0, 2, 2, 3}, {1, 8, 4}, {10, 80, 40}}));
  EXPECT_THAT(contents.list.weights, ElementsAre(0.5, 1, 2));
  EXPECT_EQ(contents.names, NodeNames({"x", "y", "z"}));
}

TEST(NpzDataset, TakesTheNumberOfNodesFromWhateverKnowsIt) {
  EXPECT_EQ(contents_of({kEdges}).list.nodes, 3u);
  EXPECT_EQ(contents_of({kEdges}, {.expected_nodes = 8}).list.nodes, 8u);
  EXPECT_EQ(contents_of({kEdges, labels({0, 0, 0, 0, 0})}).list.nodes, 5u);
  const GraphContents none = contents_of({kEdges, attributes("(6, 0)", {})});
  EXPECT_EQ(none.list.nodes, 6u);
  EXPECT_TRUE(none.attributes.none());
  EXPECT_EQ(npz_error({kEdges, attributes("(4, 1)", {1, 2, 3, 4}), labels({0, 0, 0})}),
            "node_labels has 3 rows, but attributes has 4");
  EXPECT_EQ(npz_error({kEdges, labels({0, 0, 0})}, {.expected_nodes = 4}), "node_labels has 3 rows for 4 nodes");
  EXPECT_EQ(npz_error({kEdges, labels({0, 0})}), "edges: row 1: node id 2 ≥ node count 2");
}

TEST(NpzDataset, NamesWhatIsMissingOrTwice) {
  EXPECT_EQ(npz_error({labels({0, 0, 0})}), "there is no array 'edges'; there are: 'node_labels'");
  Arrays arrays = csr({3, 9}, {0, 2, 2, 3}, {8, 1, 4}, {80, 10, 40});
  arrays.push_back(attributes("(3, 1)", {1, 2, 3}));
  EXPECT_EQ(npz_error(arrays), "attributes are there twice, as node_features and as features_*");
  arrays = csr({3, 9}, {0, 2, 2, 3}, {8, 1, 4}, {80, 10, 40});
  arrays.erase(arrays.begin() + 3);
  EXPECT_THAT(npz_error(arrays), HasSubstr("there is no array 'features_indices'"));
}

TEST(NpzDataset, RefusesBadAttributesLabelsAndWeights) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(npz_error({kEdges, attributes("(3, 2)", {1, 2, 3, 4, 5, nan})}),
            "node_features: row 2, column 1: nan is not a finite number");
  EXPECT_EQ(npz_error(csr({3, 9}, {0, 2, 2, 3}, {8, 8, 4}, {80, 10, 40})), "attributes: row 0: column 8 occurs twice");
  EXPECT_EQ(npz_error(csr({3}, {0, 2, 2, 3}, {8, 8, 4}, {80, 10, 40})),
            "features_shape: must be two numbers, the rows and the columns");
  EXPECT_EQ(npz_error({kEdges, labels({0, -2, 0})}),
            "node_labels: row 1: class -2 is not plausible for 3 nodes; classes count from 0, −1 = none");
  EXPECT_THAT(npz_error({kEdges, labels({0, 0, 4})}), HasSubstr("row 2: class 4 is not plausible"));
  EXPECT_EQ(npz_error({kEdges, {"node_labels", npy("<i8", "(3, 1)", raw<std::int64_t>({0, 0, 0}))}}),
            "node_labels: must have one dimension, not the shape (3, 1)");
  EXPECT_EQ(npz_error({kEdges, {"edge_weights", npy("<f4", "(2,)", raw<float>({1, 2}))}}),
            "edge_weights: 2 weights for 3 edges");
  EXPECT_EQ(npz_error({kEdges, {"edge_weights", npy("<f4", "(3,)", raw<float>({1, 2, nan}))}}),
            "edge_weights: row 2: nan is not a finite number");
  EXPECT_EQ(npz_error({kEdges,
                       attributes("(3, 2)", {1, 2, 3, 4, 5, 6}),
                       {"attribute_names", npy("<U1", "(1,)", raw<std::uint32_t>({'a'}))}}),
            "attribute_names: 1 names for 2 attributes");
}

TEST(NpzDataset, BelievesNoCountWithoutData) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  EXPECT_EQ(npz_error({kEdges, attributes("(2000000000, 0)", {})}),
            "edges: 2,000,000,000 nodes are not plausible for a file of 3 entries");
  EXPECT_THAT(npz_error({kEdges, attributes("(9000000000000000000, 0)", {})}), HasSubstr("nodes are too many"));
  EXPECT_THAT(npz_error({kEdges, attributes("(1000000, 1000000)", {1})}), HasSubstr("claims 4,000,000,000,000 bytes"));
  EXPECT_THAT(npz_error(csr({4000000000000000000, 9}, {0, 3}, {8, 1, 4}, {80, 10, 40})), HasSubstr("indptr has 2"));
}

Dataset toy(bool directed, bool sparse) {
  EntryList list{.nodes = 5, .entries = {{0, 1}, {1, 0}, {3, 1}, {3, 3}}, .weights = {1, 2, 0.5, 4}};
  Dataset dataset;
  BuiltGraph built = build_graph(list, {.directed = directed}, RunContext());
  dataset.input.graph = std::move(built.graph);
  const Matrix<float> dense(5, 3, {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 4, 5, 0});
  dataset.input.attributes = sparse ? Attributes(to_sparse(dense)) : Attributes(dense);
  dataset.labels = {{0, 1, -1, 1, 0}, {"left", "right"}};
  dataset.names = NodeNames({"a", "b", "ü", "d", "e"});
  return dataset;
}

TEST(NpzDataset, WritesWhatItReadsAndTheSameBytesAgain) {
  const TemporaryDirectory dir;
  for (const bool directed : {false, true}) {
    for (const bool sparse : {false, true}) {
      Dataset dataset = toy(directed, sparse);
      for (std::size_t j = 0; j < dataset.input.attributes.cols(); ++j)
        dataset.attribute_names.push_back("word " + std::to_string(j));
      write_npz(dir / "1.npz", dataset);
      const GraphContents contents = read_npz(dir / "1.npz", {}, RunContext());
      EXPECT_EQ(contents.attributes, dataset.input.attributes);
      EXPECT_EQ(contents.labels, dataset.labels);
      EXPECT_EQ(contents.names, dataset.names);
      EXPECT_EQ(contents.attribute_names, dataset.attribute_names);
      EXPECT_EQ(contents.list.entries.size(), directed ? 4u : 2u);
      Dataset again = dataset;
      again.input.graph = build_graph(contents.list, {.directed = directed}, RunContext()).graph;
      EXPECT_EQ(again.input.graph, dataset.input.graph);
      write_npz(dir / "2.npz", again);
      EXPECT_EQ(file_bytes(dir / "1.npz"), file_bytes(dir / "2.npz"));
    }
  }
}

TEST(NpzDataset, KeepsIsolatedNodesOfAGraphWithoutAttributes) {
  const TemporaryDirectory dir;
  Dataset dataset;
  dataset.input.graph = testing::graph_of(7, {{0, 1}});
  write_npz(dir / "f.npz", dataset);
  const GraphContents contents = read_npz(dir / "f.npz", {}, RunContext());
  EXPECT_EQ(contents.list.nodes, 7u);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}));
  EXPECT_TRUE(contents.labels.none() && contents.names.none() && contents.attributes.none());
}

TEST(NpzDataset, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  const RunContext run;
  const testing::MemoryFile file("f.npz");
  Arrays arrays = csr({4, 9}, {0, 2, 2, 3, 3}, {8, 1, 4}, {80, 10, 40});
  arrays.push_back(labels({0, 1, -1, 1}));
  arrays.push_back({"edge_weights", npy("<f8", "(3,)", raw<double>({0.5, 1, 2}))});
  arrays.push_back({"node_names", npy("<U1", "(4,)", raw<std::uint32_t>({'x', 'y', 'z', 'w'}))});
  const std::string whole = npz_of(arrays);
  for (std::uint64_t i = 0; i < 8000; ++i) {
    Arrays some = arrays;  // a member is damaged, the archive is right: checksums must not shield the rest
    some[i % some.size()].second = testing::damaged(some[i % some.size()].second, i);
    const auto& path = file.holding(i % 2 == 0 ? npz_of(some) : testing::damaged(whole, i));
    testing::expect_result_or_error(
        [&] {
          const GraphContents contents = read_npz(path, {}, run);
          build_graph(contents.list, {}, run);
        },
        i);
  }
}

struct Facts {
  const char* name;
  NodeId nodes;
  std::uint64_t edges;
  std::uint64_t entries;  // in the file
  std::size_t attributes;
  int classes;
  bool sparse = false;
};

// Table 1 of the data's README. The entries are the edges but in the two directed files.
constexpr Facts kFacts[] = {{"cora", 2708, 5278, 5278, 1433, 7},
                            {"cornell", 183, 277, 277, 1703, 5},
                            {"texas", 183, 279, 279, 1703, 5},
                            {"wisconsin", 251, 450, 450, 1703, 5},
                            {"chameleon", 2277, 31371, 31371, 2325, 5},
                            {"chameleon_directed", 2277, 31371, 36101, 2325, 5},
                            {"squirrel", 5201, 198353, 198353, 2089, 5},
                            {"squirrel_directed", 5201, 198353, 217073, 2089, 5},
                            {"actor", 7600, 26659, 26659, 932, 5},
                            {"minesweeper", 10000, 39402, 39402, 7, 2},
                            {"tolokers", 11758, 519000, 519000, 10, 2},
                            {"roman_empire_nofeatures", 22662, 32927, 32927, 0, 18},
                            {"amazon_computers", 13752, 245861, 245861, 767, 10},
                            {"coauthor_physics", 34493, 247962, 247962, 8415, 5, true},
                            {"email_eu_core", 1005, 16064, 16064, 0, 42},
                            {"polblogs", 1490, 16715, 16715, 0, 2},
                            {"karate", 34, 78, 78, 0, 2},
                            {"football", 115, 613, 613, 0, 12}};

class NpzOfTheBenchmark : public ::testing::TestWithParam<Facts> {};

TEST_P(NpzOfTheBenchmark, HasTheNumbersOfItsReadme) {
  const Facts& facts = GetParam();
  CGSD_NEEDS_SHARED_DATA(("data/" + std::string(facts.name) + ".npz").c_str(), path);
  const GraphContents contents = read_npz(path, {}, RunContext());
  EXPECT_EQ(contents.list.nodes, facts.nodes);
  EXPECT_EQ(contents.list.entries.size(), facts.entries);
  EXPECT_EQ(build_graph(contents.list, {}, RunContext()).graph.edges(), facts.edges);
  EXPECT_EQ(contents.attributes.cols(), facts.attributes);
  EXPECT_EQ(contents.attributes.rows(), facts.attributes == 0 ? 0u : facts.nodes);
  EXPECT_EQ(contents.attributes.is_sparse(), facts.sparse);
  EXPECT_EQ(contents.labels.class_of.size(), facts.nodes);
  EXPECT_EQ(contents.labels.classes(), facts.classes);
}

INSTANTIATE_TEST_SUITE_P(All, NpzOfTheBenchmark, ::testing::ValuesIn(kFacts),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace cgsd
