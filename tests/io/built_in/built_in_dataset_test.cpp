#include "cgsd/io/built_in/built_in_dataset.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/built_in/built_in_records.hpp"

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LoadedDataset built_in(std::string_view name, const LoadRequest& request = {}) {
  return load_known_dataset(name, StoreLocations{}, request, RunContext());
}

Dataset from_files(const char* graph, const char* attributes, const char* labels) {
  LoadRequest request;
  request.graph = testing::source_path(graph);
  request.attributes = testing::source_path(attributes);
  request.labels = testing::source_path(labels);
  return load_dataset(request, RunContext()).data;
}

void expect_equal(const Dataset& a, const Dataset& b) {
  EXPECT_TRUE(std::ranges::equal(a.input.graph.targets(), b.input.graph.targets()));
  EXPECT_TRUE(std::ranges::equal(a.input.graph.weights(), b.input.graph.weights()));
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.attribute_names, b.attribute_names);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.account, b.account);
}

TEST(BuiltInDataset, IsReadAsTheFilesOfTheExamplesAre) {
  expect_equal(built_in("people").data, from_files("examples/data/people/ties.csv", "examples/data/people/people.csv",
                                                   "examples/data/people/projects.csv"));
  expect_equal(built_in("trade").data, from_files("examples/data/trade/ties.csv", "examples/data/trade/firms.csv",
                                                  "examples/data/trade/roles.csv"));
}

TEST(BuiltInDataset, HasTheCountsOfTheRegistryAndNeedsNoFile) {
  for (const DatasetRecord& record : built_in_records()) {
    SCOPED_TRACE(record.name);
    const LoadedDataset loaded = built_in(record.name);
    EXPECT_EQ(loaded.format, GraphFormat::builtin);
    EXPECT_THAT(loaded.files, IsEmpty());
    const Dataset& data = loaded.data;
    EXPECT_NO_THROW(
        verify_counts(record, {data.input.graph.nodes(), data.input.graph.edges(), data.input.attributes.cols(),
                               static_cast<std::uint64_t>(data.labels.classes())}));
  }
}

TEST(BuiltInDataset, OfPeopleHasWeightsNamesGapsAndProjects) {
  const Dataset data = built_in("people").data;
  EXPECT_TRUE(data.input.graph.weighted());
  EXPECT_EQ(data.names.name(0), "Ada Lindqvist");
  EXPECT_THAT(data.labels.class_names, ElementsAre("clinic", "harbour", "river", "school", "shop"));
  EXPECT_THAT(data.account, Contains(HasSubstr("age")));
  LoadRequest by_department;
  by_department.labels = "department";  // a column of the table
  const Labels departments = built_in("people", by_department).data.labels;
  EXPECT_THAT(departments.class_names, ElementsAre("design", "engineering", "finance", "sales", "support"));
  std::set<std::pair<int, int>> met;
  for (std::size_t v = 0; v < data.labels.class_of.size(); ++v)
    met.emplace(data.labels.class_of[v], departments.class_of[v]);
  EXPECT_EQ(met.size(), 25u) << "every project has people of every department";
}

TEST(BuiltInDataset, OfTradeJoinsUnlikeFirms) {
  const Dataset data = built_in("trade").data;
  std::size_t within = 0;
  for (NodeId u = 0; u < data.input.graph.nodes(); ++u) {
    for (const NodeId v : data.input.graph.neighbours(u))
      within += data.labels.class_of[u] == data.labels.class_of[v] ? 1 : 0;
  }
  EXPECT_LT(within, data.input.graph.targets().size() / 10);
}

TEST(BuiltInDataset, TakesTheUsersAttributesAndLabels) {
  const testing::TemporaryDirectory dir;
  const NodeNames names = built_in("people").data.names;
  std::string heights = "name,height\n";
  std::string sizes = "name,label\n";
  for (NodeId v = 0; v < names.size(); ++v) {
    heights += names.name(v) + "," + std::to_string(150 + v * v % 47) + "\n";
    sizes += names.name(v) + (v < 30 ? ",small\n" : ",tall\n");
  }
  LoadRequest request;
  request.attributes = dir.file("x.csv", heights);
  request.labels = dir.file("y.csv", sizes);
  const LoadedDataset loaded = built_in("people", request);
  EXPECT_THAT(loaded.data.attribute_names, Contains("height"));
  EXPECT_THAT(loaded.data.labels.class_names, ElementsAre("small", "tall"));
  EXPECT_THAT(loaded.files, ElementsAre(*request.attributes, *request.labels));
}

TEST(BuiltInDataset, OfBlocksIsTheSameWhateverTheSeedOfTheRun) {
  const Dataset one = load_known_dataset("blocks_unlike", {}, {}, RunContext({.seed = 1})).data;
  EXPECT_TRUE(std::ranges::equal(one.input.graph.targets(), built_in("blocks-unlike").data.input.graph.targets()));
  EXPECT_GT(blocks_options(true).heterophily, 0.5);
  EXPECT_LT(blocks_options(false).heterophily, 0.5);
}

}  // namespace
}  // namespace cgsd
