#include "cgsd/experiment/dataset_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

DatasetEntry entry(const std::string& data) {
  DatasetEntry entry;
  entry.data = entry.label = data;
  return entry;
}

TEST(DatasetSource, ReadsAsTheMethodWantsUnlessTheEntryDecides) {
  const testing::TemporaryDirectory here;
  DatasetEntry graph = entry(here.file("edges.csv", "0,1\n1,0\n1,2\n").string());
  EXPECT_EQ(load_entry(graph, {.directed = false}, {}, RunContext()).input.graph.edges(), 2u);
  EXPECT_EQ(load_entry(graph, {.directed = true}, {}, RunContext()).input.graph.entries(), 3u);
  EXPECT_TRUE(load_entry(graph, {.directed = true}, {}, RunContext()).input.graph.directed());
  graph.directed = false;
  EXPECT_FALSE(load_entry(graph, {.directed = true}, {}, RunContext()).input.graph.directed());
  graph.directed.reset();
  graph.directed_data = here.file("entries.csv", "0,1\n1,2\n2,3\n3,0\n").string();
  EXPECT_EQ(load_entry(graph, {.directed = true}, {}, RunContext()).input.graph.nodes(), 4u);
  EXPECT_EQ(load_entry(graph, {.directed = false}, {}, RunContext()).input.graph.nodes(), 3u);
}

TEST(DatasetSource, AsksForAsManyCommunitiesAsClassesUnlessTheEntrySays) {
  DatasetEntry karate = entry("karate");
  const Dataset data = load_entry(karate, {.directed = false}, {}, RunContext());
  EXPECT_EQ(communities_of(karate, data), 2);
  karate.communities = 4;
  EXPECT_EQ(communities_of(karate, data), 4);
}

TEST(DatasetSource, LooksInTheDataDirectoriesForPathsAndAttributes) {
  const testing::TemporaryDirectory here;
  here.file("edges-of-this-test.csv", "0,1\n1,2\n");
  here.file("classes-of-this-test.csv", "node,class\n0,a\n1,b\n2,b\n");
  DatasetEntry graph = entry("edges-of-this-test.csv");
  graph.labels = "classes-of-this-test.csv";
  EXPECT_THAT(testing::error_text<IoError>([&] { check_is_there(graph, {}); }), HasSubstr("No such file"));
  StoreLocations locations;
  locations.environment = here.path();
  EXPECT_NO_THROW(check_is_there(graph, locations));
  EXPECT_EQ(load_entry(graph, {.directed = false}, locations, RunContext()).labels.classes(), 2);
}

TEST(DatasetSource, HasAFingerprintThatFollowsGraphAttributesAndClasses) {
  const Dataset karate = load_entry(entry("karate"), {.directed = false}, {}, RunContext());
  EXPECT_EQ(fingerprint(karate), fingerprint(load_entry(entry("karate"), {.directed = false}, {}, RunContext())));
  Dataset other = karate;
  other.labels.class_of[3] ^= 1;
  EXPECT_NE(fingerprint(other), fingerprint(karate));
  other = karate;
  other.input.attributes = Attributes(Matrix<float>(34, 1));
  EXPECT_NE(fingerprint(other), fingerprint(karate));
  other = karate;
  other.input.graph = Graph();
  EXPECT_NE(fingerprint(other), fingerprint(karate));
}

TEST(DatasetSource, SaysHowAMissingDatasetIsFetched) {
  EXPECT_THAT(testing::error_text<IoError>([] { check_is_there(entry("questions"), {}); }),
              HasSubstr("cgsd data fetch questions"));
  EXPECT_NO_THROW(check_is_there(entry("karate"), {}));
}

TEST(DatasetSource, ListsEveryEdgeBothWaysWhereThatIsAskedFor) {
  DatasetEntry karate = entry("karate");
  karate.both_ways = true;
  const Graph graph = load_entry(karate, {.directed = true}, {}, RunContext()).input.graph;
  EXPECT_TRUE(graph.directed());
  EXPECT_EQ(graph.entries(), 156u);  // Zachary's 78 edges
  EXPECT_LT(find_entry(graph, 33, 32), graph.entries());
  EXPECT_LT(find_entry(graph, 32, 33), graph.entries());
  EXPECT_EQ(load_entry(karate, {.directed = false}, {}, RunContext()).input.graph.edges(), 78u);
}

TEST(DatasetSource, GeneratesOneGraphPerRealisation) {
  DatasetEntry sbm;
  sbm.label = "sbm";
  sbm.sbm = GeneratedData{{"nodes=60", "communities=3", "heterophily=0.2"}, 2};
  EXPECT_EQ(graph_form(sbm, false, 0), graph_form(sbm, false, 2));
  EXPECT_NE(graph_form(sbm, false, 0), graph_form(sbm, false, 1));
  const auto graph = [&](std::uint64_t seed, bool directed) {
    return load_entry(sbm, graph_form(sbm, directed, seed), {}, RunContext({.seed = 99}));
  };
  EXPECT_EQ(fingerprint(graph(1, false)), fingerprint(graph(3, false)));
  EXPECT_NE(fingerprint(graph(0, false)), fingerprint(graph(1, false)));
  EXPECT_EQ(graph(0, false).labels.classes(), 3);
  EXPECT_EQ(graph(0, true).input.graph.entries(), 2 * graph(0, false).input.graph.edges());
  EXPECT_NO_THROW(check_is_there(sbm, {}));
}

}  // namespace
}  // namespace cgsd
