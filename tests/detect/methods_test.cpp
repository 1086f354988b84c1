#include "cgsd/detect/methods.hpp"

#include <set>
#include <type_traits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/scores.hpp"

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

std::string refusal(Method method, const AttributedGraph& input, std::int32_t communities) {
  try {
    MethodOptions options;
    options.communities = communities;
    run_method(method, input, options, RunContext());
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

MethodOptions quick() {
  MethodOptions options;
  options.communities = 3;
  options.dmon.epochs = 300;
  options.mincut.epochs = 500;
  options.dgi.epochs = 60;
  options.dgi.width = 32;
  options.grace.epochs = 30;
  options.grace.width = 32;
  options.cca_ssg.epochs = 20;
  options.cca_ssg.width = 32;
  options.ns4gc.epochs = 30;
  options.vgraph.epochs = 300;
  options.vgraph.smoothness_weight = 0.0;  // at this degree it outweighs the rest, see vgraph.hpp
  options.graphmae.epochs = 20;
  options.graphmae.head_width = 8;
  return options;
}

// A method is handed an AttributedGraph and options: nothing that has labels.
static_assert(std::is_same_v<decltype(&run_method), MethodResult (*)(Method, const AttributedGraph&,
                                                                     const MethodOptions&, const RunContext&)>);

TEST(Methods, AreAllInTheTableOnce) {
  std::set<Method> listed;
  for (const MethodRecord& record : method_records()) EXPECT_TRUE(listed.insert(record.method).second);
  EXPECT_EQ(listed.size(), enum_names(Method{}).size());
  for (const auto& entry : enum_names(Method{})) EXPECT_EQ(method_record(entry.value).method, entry.value);
}

TEST(Methods, FindPlainCommunities) {
  const Dataset& data = plain_case();
  for (const MethodRecord& record : method_records()) {
    const MethodResult result = run_method(record.method, data.input, quick(), RunContext());
    EXPECT_GT(agreement(data.labels.class_of, result.partition.community_of).nmi, 0.8) << name_of(record.method);
    EXPECT_FALSE(result.evidence.empty()) << name_of(record.method);
    EXPECT_EQ(record.makes_embedding, !result.embedding.values().empty()) << name_of(record.method);
  }
}

TEST(Methods, GiveTheSameBitsAtAnyThreadCount) {
  for (const MethodRecord& record : method_records()) {
    SCOPED_TRACE(name_of(record.method));
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
      return run_method(record.method, plain_case().input, quick(), run).partition.community_of;
    });
  }
}

TEST(Methods, SayWhatTheyMiss) {
  const AttributedGraph bare{plain_case().input.graph, {}};
  const AttributedGraph scattered{testing::graph_of(150, {}), plain_case().input.attributes};
  for (const MethodRecord& record : method_records()) {
    const std::string name(name_of(record.method));
    if (record.needs_attributes) {
      EXPECT_EQ(refusal(record.method, bare, 3), name + " needs attributes, and the input has none");
    }
    if (record.needs_edges) {
      EXPECT_EQ(refusal(record.method, scattered, 3), name + " needs edges, and the graph has none");
    }
    if (record.communities == TakesCommunities::required) {
      EXPECT_THAT(refusal(record.method, plain_case().input, 0), HasSubstr(name + " must be told how many"));
      EXPECT_NE(refusal(record.method, plain_case().input, 151), "accepted") << name;
    }
    EXPECT_NE(refusal(record.method, {Graph(), {}}, 3), "accepted");
  }
}

TEST(Methods, TakeOptionsByTheirName) {
  MethodOptions options;
  set_option(options, "leiden.resolution=2");
  set_option(options, "knn-njw.knn.neighbours=7");
  EXPECT_EQ(options.leiden.resolution, 2.0);
  EXPECT_EQ(options.knn_njw.knn.neighbours, 7);
  EXPECT_THROW(set_option(options, "agc.communities=2"), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
