#include "cgsd/graph/generators.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

struct EdgeCounts {
  double within = 0.0;
  double across = 0.0;
};

EdgeCounts count_edges(const Dataset& data) {
  EdgeCounts counts;
  const Graph& graph = data.input.graph;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) ++(data.labels.class_of[u] == data.labels.class_of[v] ? counts.within : counts.across);
    }
  }
  return counts;
}

// A binomial count lies within five standard deviations of its mean.
void expect_binomial(double count, double trials, double p) {
  EXPECT_NEAR(count, trials * p, 5.0 * std::sqrt(trials * p * (1.0 - p)) + 1e-9);
}

// p_out at h by the formula of the paper, with its numbers: 5 blocks of 160 nodes, p_in = 0.3.
double paper_p_out(double h) { return 5 * (160.0 * 159.0 / 2.0) * 0.3 * h / (10.0 * 160.0 * 160.0 * (1.0 - h)); }

TEST(StochasticBlockModel, HasThePapersEdgeProbabilitiesOverTheWholeSweep) {
  for (const double h : {0.05, 0.10, 0.20, 0.35, 0.50, 0.65, 0.80, 0.90}) {
    const Dataset data = stochastic_block_model({.heterophily = h}, RunContext({.seed = 5}));
    const EdgeCounts counts = count_edges(data);
    expect_binomial(counts.within, 5 * 160.0 * 159.0 / 2.0, 0.3);
    expect_binomial(counts.across, 10 * 160.0 * 160.0, paper_p_out(h));
  }
}

TEST(StochasticBlockModel, HasThePapersAttributes) {
  const double h = 0.2;
  const Dataset data = stochastic_block_model({.heterophily = h}, RunContext({.seed = 6}));
  const Matrix<float>& x = data.input.attributes.dense();
  ASSERT_EQ(x.rows(), 800u);
  ASSERT_EQ(x.cols(), 64u);
  double on = 0.0;
  double off = 0.0;
  double square = 0.0;
  for (std::size_t v = 0; v < 800; ++v) {
    for (std::size_t j = 0; j < 64; ++j) {
      const bool own = j == static_cast<std::size_t>(data.labels.class_of[v]);
      (own ? on : off) += x(v, j);
      const double noise = x(v, j) - (own ? 1.0 - h : 0.0);
      square += noise * noise;
    }
  }
  const double deviation = std::sqrt(h / 64.0);  // √h · N(0, 1/d)
  EXPECT_NEAR(on / 800.0, 1.0 - h, 5.0 * deviation / std::sqrt(800.0));
  EXPECT_NEAR(off / (800.0 * 63.0), 0.0, 5.0 * deviation / std::sqrt(800.0 * 63.0));
  EXPECT_NEAR(square / (800.0 * 64.0), h / 64.0, 5.0 * h / 64.0 * std::sqrt(2.0 / (800.0 * 64.0)));
}

TEST(StochasticBlockModel, MakesEqualCommunitiesAndShufflesThem) {
  const Dataset data = stochastic_block_model({.nodes = 17, .communities = 5}, RunContext());
  std::vector<int> sizes(5, 0);
  for (const auto c : data.labels.class_of) ++sizes[static_cast<std::size_t>(c)];
  for (const int size : sizes) EXPECT_TRUE(size == 3 || size == 4);
  EXPECT_FALSE(std::is_sorted(data.labels.class_of.begin(), data.labels.class_of.end()));
  const Dataset ordered = stochastic_block_model({.nodes = 17, .shuffle = false}, RunContext());
  EXPECT_TRUE(std::is_sorted(ordered.labels.class_of.begin(), ordered.labels.class_of.end()));
}

// Every pair must be possible, with the same frequency: a skip that is off by one would starve some of them.
TEST(StochasticBlockModel, DrawsEveryPairWithItsOwnProbability) {
  constexpr int kRepetitions = 4000;
  Matrix<double> hits(8, 8);
  for (std::uint64_t seed = 0; seed < kRepetitions; ++seed) {
    const SbmOptions options{
        .nodes = 8, .communities = 2, .heterophily = 0.5, .p_in = 0.4, .dimensions = 2, .shuffle = false};
    const Dataset data = stochastic_block_model(options, RunContext({.seed = seed, .workers = 1}));
    for (NodeId u = 0; u < 8; ++u) {
      for (const NodeId v : data.input.graph.neighbours(u)) hits(u, v) += 1.0;
    }
  }
  for (std::size_t u = 0; u < 8; ++u) {
    for (std::size_t v = u + 1; v < 8; ++v)
      expect_binomial(hits(u, v), kRepetitions, u / 4 == v / 4 ? 0.4 : 0.4 * 12.0 / 16.0);
  }
}

// Degree correction: the probability of a pair is θ_u θ_v p, so the expected number of edges stays what p says.
TEST(StochasticBlockModel, KeepsTheEdgeCountUnderPowerLawDegrees) {
  const SbmOptions options{.nodes = 20000,
                           .communities = 4,
                           .heterophily = 0.7,
                           .mean_degree = 20.0,
                           .degrees = DegreeModel::power_law,
                           .exponent = 3.5,
                           .attributes = AttributeKind::none};
  const Dataset data = stochastic_block_model(options, RunContext({.seed = 3}));
  const EdgeCounts counts = count_edges(data);
  EXPECT_NEAR((counts.within + counts.across) / 200000.0, 1.0, 0.02);
  EXPECT_NEAR(counts.across / (counts.within + counts.across), 0.7, 0.01);
  EntryIndex largest = 0;
  for (NodeId v = 0; v < 20000; ++v) largest = std::max(largest, data.input.graph.degree(v));
  EXPECT_GT(largest, 150u);  // a Poisson degree of mean 20 would not pass 60
}

TEST(StochasticBlockModel, SetsHeterophilyAndAttributeSignalIndependently) {
  const SbmOptions options{
      .heterophily = 0.9, .mean_degree = 30, .coupling = Coupling::independent, .signal = 5.0, .noise = 0.0};
  const Dataset data = stochastic_block_model(options, RunContext());
  for (std::size_t v = 0; v < 800; ++v) {
    for (std::size_t j = 0; j < 64; ++j) {
      ASSERT_EQ(data.input.attributes.dense()(v, j),
                j == static_cast<std::size_t>(data.labels.class_of[v]) ? 5.0f : 0.0f);
    }
  }
}

TEST(StochasticBlockModel, DrawsWordsFromTheTopicOfTheCommunity) {
  const SbmOptions options{.nodes = 500,
                           .communities = 5,
                           .mean_degree = 5,
                           .attributes = AttributeKind::words,
                           .dimensions = 1000,
                           .coupling = Coupling::independent,
                           .signal = 0.5};
  const Dataset data = stochastic_block_model(options, RunContext());
  const SparseRows& x = data.input.attributes.sparse();
  ASSERT_EQ(x.rows(), 500u);
  double own = 0.0;
  for (std::size_t v = 0; v < 500; ++v) {
    for (auto p = x.offsets[v]; p < x.offsets[v + 1]; ++p) {
      ASSERT_TRUE(p == x.offsets[v] || x.columns[p - 1] < x.columns[p]);
      own += x.columns[p] / 200 == static_cast<std::uint32_t>(data.labels.class_of[v]) ? 1.0 : 0.0;
    }
  }
  // 0.5 + 0.5/5 of the draws are of the own topic; merged repeats (about 3 %) fall mostly on those.
  EXPECT_NEAR(own / static_cast<double>(x.columns.size()), 0.6, 0.02);
}

TEST(StochasticBlockModel, GivesTheSameBitsAtAnyThreadCount) {
  for (const auto degrees : {DegreeModel::uniform, DegreeModel::power_law}) {
    const SbmOptions options{.nodes = 5000, .mean_degree = 10, .degrees = degrees, .dimensions = 8};
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return stochastic_block_model(options, run).input.graph; });
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return stochastic_block_model(options, run).input.attributes.dense(); });
  }
}

TEST(StochasticBlockModel, ReachesTheExtremes) {
  const auto edges = [](const SbmOptions& o) { return count_edges(stochastic_block_model(o, RunContext())); };
  EXPECT_EQ(edges({.nodes = 20, .communities = 2, .heterophily = 0.0, .p_in = 1.0}).within, 90);
  EXPECT_EQ(edges({.nodes = 20, .communities = 2, .heterophily = 1.0, .mean_degree = 10}).across, 100);
  EXPECT_EQ(edges({.nodes = 20, .communities = 2, .heterophily = 0.0, .p_in = 0.0}).within, 0);
  EXPECT_EQ(edges({.nodes = 1, .communities = 1, .heterophily = 0.0}).within, 0);
}

TEST(StochasticBlockModel, RefusesWhatCannotBeMet) {
  const auto make = [](const SbmOptions& o) { return stochastic_block_model(o, RunContext()); };
  EXPECT_THROW(make({.heterophily = 0.99}), InvalidArgument);                   // p_out > 1
  EXPECT_THROW(make({.heterophily = 1.0}), InvalidArgument);                    // p_out undetermined
  EXPECT_THROW(make({.communities = 1, .heterophily = 0.5}), InvalidArgument);  // nothing to cross
  EXPECT_THROW(make({.nodes = 4, .communities = 5}), InvalidArgument);
  EXPECT_THROW(make({.mean_degree = 900.0}), InvalidArgument);
  EXPECT_THROW(make({.communities = 80, .mean_degree = 3.0}), InvalidArgument);  // 64 dimensions for 80 communities
  EXPECT_THROW(make({.nodes = 0}), InvalidArgument);
  EXPECT_THROW(make({.noise = 1e308}), InvalidArgument);  // no float holds it
  EXPECT_THROW(make({.signal = 1e39}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
