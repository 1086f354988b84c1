// Small problems for the learned baselines: graphs with communities that graph and attributes both tell of.
#pragma once

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/learned/training_loop.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd::testing {

// Bags of words, as the published methods expect them: no numbers below 0.
inline Dataset planted_words(NodeId nodes = 240, std::int32_t communities = 3) {
  return stochastic_block_model({.nodes = nodes,
                                 .communities = communities,
                                 .heterophily = 0.1,
                                 .mean_degree = 12.0,
                                 .attributes = AttributeKind::words,
                                 .dimensions = 60,
                                 .coupling = Coupling::independent,
                                 .signal = 0.6,
                                 .words = 12},
                                RunContext({.seed = 5}));
}

inline double agreement(const Partition& found, const Dataset& dataset) {
  return nmi(contingency(dataset.labels.class_of, found.community_of));
}

// Nine nodes with five attributes, some of them 0.
inline AttributedGraph tiny_input() {
  Matrix<float> attributes = random_matrix<float>(9, 5, 31);
  for (float& x : attributes.values()) x = std::max(0.0f, x) + 0.0f;
  attributes(2, 0) = 1.5f;
  return {random_graph(9, 0.35, 12), attributes};
}

// Training ended with all epochs and a lower loss than it began with.
inline void expect_trained(const TrainingRecord& record, std::int32_t epochs) {
  EXPECT_EQ(record.stop, TrainingStop::all_epochs);
  EXPECT_EQ(record.epochs, epochs);
  EXPECT_EQ(record.kept_epoch, epochs);
  ASSERT_EQ(record.losses.size(), static_cast<std::size_t>(epochs));
  EXPECT_LT(record.losses.back(), record.losses.front());
}

// What every method that needs attributes refuses, each in one line that begins with its name.
template <class Options, class Method>
void expect_refusals(std::string_view name, Method&& method) {
  const std::string prefix(name);
  AttributedGraph input = tiny_input();
  const auto message = [&](Options options) {
    return error_text<InvalidArgument>([&] { method(input, options, RunContext()); });
  };
  EXPECT_EQ(message({.communities = 10}), prefix + ": communities = 10: more than the 9 nodes");
  EXPECT_EQ(message({.communities = 0}), "communities = 0: must be in [1, 1000000]");
  input.attributes = Matrix<float>(8, 5);
  EXPECT_EQ(message({.communities = 2}), prefix + ": attributes: 8 rows for 9 nodes");
  input.attributes = Attributes();
  EXPECT_EQ(message({.communities = 2}), prefix + ": needs attributes, but the graph has none");
  input.graph = graph_of(9, {{0, 1}}, {.directed = true});
  EXPECT_EQ(message({.communities = 2}), prefix + ": needs an undirected graph; leave --directed out");
}

}  // namespace cgsd::testing
