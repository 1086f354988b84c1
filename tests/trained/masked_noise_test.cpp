// The paper's reconstruction loss, which is noise, against the moments of that noise.
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/trained/gate.hpp"
#include "cgsd/trained/losses.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::DenseGraph;
using testing::ExampleGraph;

// M_v, from the dense matrices.
std::vector<double> masks(const DenseGraph& g) {
  std::vector<double> mask(g.degree.size(), 0.0);
  for (std::size_t u = 0; u < mask.size(); ++u) {
    for (std::size_t v = 0; v < mask.size(); ++v) {
      if (g.adjacency(u, v) > 0.0)
        mask[u] += g.adjacency(u, v) * testing::textbook_sigmoid(g.curvature(u, v)) / g.degree[u];
    }
  }
  return mask;
}

// ‖M ⊙ ε‖² = Σ_v M_v² · 0.01 · χ²(width): mean width, variance 2·width, fourth cumulant 48·width.
TEST(MaskedNoise, HasTheMeanAndVarianceOfTheNormalNoiseItStandsFor) {
  constexpr int kDraws = 4000;
  for (const auto& example : {testing::with_isolated_node(), testing::directed_with_loop_and_repeat()}) {
    const EntryIncidence incidence(example.graph);
    const auto openness = gate_openness(example.curvature, RunContext());
    const LossInput input{example.graph, incidence, openness};
    for (const std::size_t width : {1u, 2u, 7u, 128u}) {
      const auto freedom = static_cast<double>(width);
      double mean = 0.0;
      double variance = 0.0;
      double excess = 0.0;  // fourth cumulant
      for (const double mask : masks(example.dense)) {
        const double scale = mask * mask * 0.01;
        mean += scale * freedom;
        variance += scale * scale * 2.0 * freedom;
        excess += std::pow(scale, 4) * 48.0 * freedom;
      }
      double sum = 0.0;
      double squares = 0.0;
      for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
        const double noise = masked_noise(input, width, RandomStream(11).at(width).at(draw), RunContext());
        sum += noise - mean;
        squares += (noise - mean) * (noise - mean);
      }
      EXPECT_NEAR(sum / kDraws, 0.0, 5.0 * std::sqrt(variance / kDraws)) << "width " << width;
      EXPECT_NEAR(squares / kDraws, variance, 5.0 * std::sqrt((excess + 2.0 * variance * variance) / kDraws))
          << "width " << width;
    }
  }
}

TEST(MaskedNoise, IsZeroForAGraphWithoutEdges) {
  const ExampleGraph empty(5, {}, false);
  const EntryIncidence incidence(empty.graph);
  EXPECT_EQ(masked_noise({empty.graph, incidence, empty.curvature}, 8, RandomStream(1), RunContext()), 0.0);
}

TEST(MaskedNoise, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(2000, 0.003, 6);
  const EntryIncidence incidence(graph);
  const auto curvature = testing::random_matrix(1, graph.entries(), 7);
  const auto openness = gate_openness(curvature.values(), RunContext());
  const LossInput input{graph, incidence, openness};
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return masked_noise(input, 64, RandomStream(2), run); });
}

}  // namespace
}  // namespace cgsd
