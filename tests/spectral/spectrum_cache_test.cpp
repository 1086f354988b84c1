#include "cgsd/spectral/spectrum_cache.hpp"

#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Dataset planted(NodeId nodes) {
  SbmOptions options{.nodes = nodes, .communities = 3, .heterophily = 0.1, .mean_degree = 12.0};
  options.attributes = AttributeKind::none;
  return stochastic_block_model(options, RunContext());
}

TEST(SpectrumCache, SolvesALargeGraphOnceForAnyNumberOfPairs) {
  const Dataset data = planted(21'000);
  SpectrumCache cache;
  const TopologySpectrum many = cache.of(data.input.graph, 101, RunContext());
  EXPECT_EQ(many.beyond_bulk, 3);
  EXPECT_EQ(many.in_bulk, 98);
  const TopologySpectrum shared = cache.of(data.input.graph, 17, RunContext({.seed = 5}));
  EXPECT_EQ(cache.solved(), 1);
  const TopologySpectrum alone = topology_spectrum(data.input.graph, 17, RunContext({.seed = 9}));
  EXPECT_EQ(shared.values, alone.values);
  EXPECT_EQ(shared.vectors, alone.vectors);
}

TEST(SpectrumCache, SolvesASmallGraphAnewForAnotherNumberOfPairs) {
  const Dataset data = planted(300);
  SpectrumCache cache;
  EXPECT_EQ(cache.of(data.input.graph, 8, RunContext()).values.size(), 8U);
  EXPECT_EQ(cache.of(data.input.graph, 5, RunContext()).values.size(), 5U);
  EXPECT_EQ(cache.solved(), 2);
  cache.of(data.input.graph, 5, RunContext());
  EXPECT_EQ(cache.solved(), 2);
}

TEST(SpectrumCache, TellsGraphsApart) {
  const Graph first = testing::complete_graph(6);
  const Graph second = testing::path_graph(6);
  SpectrumCache cache;
  const double of_first = cache.of(first, 2, RunContext()).values[0];
  EXPECT_NE(cache.of(second, 2, RunContext()).values[0], of_first);
  EXPECT_EQ(cache.of(first, 2, RunContext()).values[0], of_first);
}

}  // namespace
}  // namespace cgsd
