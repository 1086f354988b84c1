#include "cgsd/detect/methods.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/scores.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

// Attributes and edges both show three communities.
const Dataset& plain_case() {
  static const Dataset data = stochastic_block_model({.nodes = 150,
                                                      .communities = 3,
                                                      .heterophily = 0.1,
                                                      .mean_degree = 12.0,
                                                      .dimensions = 12,
                                                      .coupling = Coupling::independent,
                                                      .signal = 3.0,
                                                      .noise = 0.3},
                                                     RunContext({.seed = 5}));
  return data;
}

ConfiguredMethod quick(const MethodRecord& record, std::int32_t communities = 3) {
  static const std::map<std::string_view, std::vector<std::string>> settings = {
      {"paper", {"trained.epochs=30"}},
      {"dmon", {"dmon.epochs=300"}},
      {"mincut", {"mincut.epochs=500"}},
      {"dgi", {"dgi.epochs=60", "dgi.width=32"}},
      {"grace", {"grace.epochs=30", "grace.width=32"}},
      {"cca-ssg", {"cca-ssg.epochs=20", "cca-ssg.width=32"}},
      {"ns4gc", {"ns4gc.epochs=30"}},
      {"vgraph", {"vgraph.epochs=300", "vgraph.smoothness_weight=0"}},  // at this degree it outweighs the rest
      {"graphmae", {"graphmae.epochs=20", "graphmae.head_width=8"}}};
  ConfiguredMethod method(record);
  method.communities = communities;
  if (const auto found = settings.find(record.name); found != settings.end()) method.set(found->second);
  return method;
}

std::string refusal(const MethodRecord& record, const AttributedGraph& input, std::int32_t communities) {
  try {
    quick(record, communities).run(input, RunContext());
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Methods, AreAllInTheTableOnceAndFoundByName) {
  std::set<std::string_view> names;
  for (const MethodRecord& record : method_records()) {
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_EQ(&method_record(record.name), &record);
  }
  for (const char* name : {"default", "paper", "authors", "kmeans", "leiden", "graphmae"})
    EXPECT_TRUE(names.contains(name));
  EXPECT_THAT(testing::error_text<InvalidArgument>([] { method_record("leidn"); }),
              HasSubstr("did you mean 'leiden'?"));
  EXPECT_THAT(testing::error_text<InvalidArgument>([] { method_record("dijkstra"); }), HasSubstr("paper, authors"));
}

TEST(Methods, FindPlainCommunities) {
  const Dataset& data = plain_case();
  for (const MethodRecord& record : method_records()) {
    const MethodResult result = quick(record).run(data.input, RunContext());
    EXPECT_GT(agreement(data.labels.class_of, result.partition.community_of).nmi, 0.8) << record.name;
    EXPECT_EQ(record.family == Family::cgsd, result.detection != nullptr) << record.name;
    EXPECT_EQ(record.family == Family::cgsd, result.evidence.empty()) << record.name;
    EXPECT_EQ(record.makes_embedding, !result.coordinates().values().empty()) << record.name;
  }
}

TEST(Methods, GiveTheSameBitsAtAnyThreadCount) {
  for (const MethodRecord& record : method_records()) {
    SCOPED_TRACE(record.name);
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return quick(record).run(plain_case().input, run).partition.community_of; });
  }
}

// A row that claims to use weights finds other communities, or the same by other figures, if weights carry the signal.
TEST(Methods, UseWeightsIfTheTableClaimsIt) {
  EntryList list{.nodes = 40, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 40; ++u) {
    for (NodeId v = u + 1; v < 40; ++v) {
      list.entries.push_back({u, v});
      list.weights.push_back((u < 20) == (v < 20) ? 8.0 : 0.1);
    }
  }
  const AttributedGraph weighted{build_graph(list, {}, RunContext()).graph, {}};
  for (const char* name : {"default", "louvain", "leiden", "spectral"}) {
    ASSERT_TRUE(method_record(name).uses_weights);
    const auto found = quick(method_record(name), 2).run(weighted, RunContext()).partition.community_of;
    for (NodeId u = 0; u < 40; ++u) EXPECT_EQ(found[u] == found[0], u < 20) << name << " " << u;
  }
}

TEST(Methods, FindTheSameWhateverTheUnitOfTheWeights) {
  const Graph graph = testing::random_graph(40, 0.3, 6, true);
  std::vector<double> larger(graph.weights().begin(), graph.weights().end());
  for (double& w : larger) w *= 1024.0;
  const Graph scaled({graph.offsets().begin(), graph.offsets().end()}, {graph.targets().begin(), graph.targets().end()},
                     larger, false);
  const Matrix<float> x = testing::random_matrix<float>(40, 6, 3);
  for (const MethodRecord& record : method_records()) {
    const auto found = [&](const Graph& g) { return quick(record).run({g, x}, RunContext()).partition; };
    EXPECT_EQ(found(scaled), found(graph)) << record.name;
  }
}

TEST(Methods, RefuseWeightsBelowZeroOnlyIfTheyUseThem) {
  EntryList list = testing::random_entries(30, 0.3, 6);
  list.weights.assign(list.entries.size(), 2.0);
  list.weights[0] = -1.0;
  const AttributedGraph input{build_graph(list, {}, RunContext()).graph, testing::random_matrix<float>(30, 6, 3)};
  for (const MethodRecord& record : method_records()) {
    if (record.uses_weights) {
      EXPECT_THAT(refusal(record, input, 3), HasSubstr("has weight -1, and weights below 0 cannot be used"));
    } else {
      EXPECT_NO_THROW(quick(record).run(input, RunContext())) << record.name;
    }
  }
}

TEST(Methods, SayWhatTheyMiss) {
  const AttributedGraph bare{plain_case().input.graph, {}};
  const AttributedGraph scattered{testing::graph_of(150, {}), plain_case().input.attributes};
  for (const MethodRecord& record : method_records()) {
    const std::string name(record.name);
    if (record.attributes == Need::required) {
      EXPECT_EQ(refusal(record, bare, 3), name + " needs attributes, and the input has none");
    }
    if (record.edges == Need::required) {
      EXPECT_EQ(refusal(record, scattered, 3), name + " needs edges, and the graph has none");
    }
    if (record.communities == Need::required) {
      EXPECT_THAT(refusal(record, plain_case().input, 0), HasSubstr(name + " needs the number of communities"));
      EXPECT_NE(refusal(record, plain_case().input, 151), "accepted") << name;
    }
    EXPECT_NE(refusal(record, {Graph(), {}}, 3), "accepted");
  }
}

TEST(Methods, AreRepeatedWithTheSameSettings) {
  const ConfiguredMethod method = quick(method_record("kmeans"));
  const Partition found = method.run(plain_case().input, RunContext({.seed = 4})).partition;
  const RepeatablePartition again = repeatable(method, found);
  EXPECT_EQ(again.make(plain_case().input, RunContext({.seed = 4})), found);
  EXPECT_TRUE(again.uses_attributes);
  EXPECT_FALSE(repeatable(quick(method_record("louvain")), found).uses_attributes);
}

}  // namespace
}  // namespace cgsd
