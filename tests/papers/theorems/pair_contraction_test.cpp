#include "papers/cgsd/theorems/pair_contraction.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/matrix.hpp"

#include "papers/cgsd/theorems/separated_stars.hpp"
#include "tests/papers/statements/parts_of.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

double gate(double kappa) { return 1.0 / (1.0 + std::exp(-kappa)); }

PartitionedGraph stars(std::uint32_t leaves, std::uint32_t per_class) {
  const SeparatedStars built = separated_stars({leaves, per_class}, RunContext());
  return testing::parts_of(built.graph, built.class_of);
}

ContractionPremise premise_of(const PartitionedGraph& parts) {
  return contraction_premise(parts, split_curvature(parts));
}

// The smallest of 1 − (‖S̃²(e_u − e_v)‖ / √2)^½, from the definition, with dense matrices.
struct Slow {
  double within = 1.0;
  double across = 1.0;
};
Slow slow_constants(const PartitionedGraph& parts, WalkScaling scaling) {
  const std::size_t n = parts.graph.nodes();
  Matrix<double> a(n, n);
  std::vector<double> sums(n, 0.0);
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : parts.graph.neighbours(u)) {
      const auto du = static_cast<double>(parts.graph.degree(u));
      const auto dv = static_cast<double>(parts.graph.degree(v));
      a(u, v) = gate(4.0 - du - dv) / std::sqrt(du * dv);
      sums[u] += a(u, v);
    }
    if (scaling == WalkScaling::by_degrees) sums[u] = static_cast<double>(parts.graph.degree(u));
  }
  Slow slow;
  for (NodeId u = 0; u < n; ++u) {
    for (NodeId v = u + 1; v < n; ++v) {
      std::vector<double> x(n, 0.0);
      x[u] = 1.0;
      x[v] = -1.0;
      for (int step = 0; step < 2; ++step) {
        std::vector<double> y(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j)
            y[i] += a(i, j) == 0.0 ? 0.0 : a(i, j) / std::sqrt(sums[i] * sums[j]) * x[j];
        }
        x = y;
      }
      double square = 0.0;
      for (const double value : x) square += value * value;
      double& smallest = parts.is_within(u, v) ? slow.within : slow.across;
      smallest = std::min(smallest, 1.0 - std::sqrt(std::sqrt(square) / std::sqrt(2.0)));
    }
  }
  return slow;
}

// L = 4, one star per class: centre of degree 5, κ within −2, across −6.
TEST(PairContraction, HasThePremiseOfStarsByHand) {
  const ContractionPremise premise = premise_of(stars(4, 1));
  EXPECT_EQ(premise.gap, 4.0);
  EXPECT_EQ(premise.gap_of_means, 4.0);
  EXPECT_TRUE(premise.is_met());
  EXPECT_EQ(premise.inner_degree, 1.0);
  EXPECT_EQ(premise.largest_degree, 5.0);
  EXPECT_DOUBLE_EQ(premise.constant_of_proof, gate(4.0) / 5.0);
  EXPECT_EQ(premise.step_share, 0.0);
}

// A leaf and the centre of one star. S̃ has p = √(a/(4a + b)) between them and q = b/(4a + b) between the centres, with
// a = σ(−2)/√5, b = σ(−6)/5. S̃²(e_c − e_l) has 4p² + q² at the centre, −p² at its leaves, pq at the leaves of the other
// and −pq at the other centre.
TEST(PairContraction, OfALeafAndItsCentreByHand) {
  const double a = gate(-2.0) / std::sqrt(5.0);
  const double b = gate(-6.0) / 5.0;
  const double p = std::sqrt(a / (4.0 * a + b));
  const double q = b / (4.0 * a + b);
  const double centre = 4.0 * p * p + q * q;
  const double square = centre * centre + 4.0 * std::pow(p, 4) + 4.0 * p * p * q * q + p * p * q * q;
  const PartitionedGraph parts = stars(4, 1);
  const double constant = premise_of(parts).constant_of_proof;
  const PairContraction found = pair_contraction(parts, WalkScaling::by_sums, constant, RunContext());
  EXPECT_NEAR(found.smallest_constant, 1.0 - std::sqrt(std::sqrt(square / 2.0)), 1e-12);
  EXPECT_LT(found.smallest_constant, constant) << "the theorem fails with the c of its proof";
  EXPECT_EQ(found.pairs, 2u * 10u);
  EXPECT_EQ(found.pairs_beyond, 8u) << "each leaf with its centre";
}

// Two centres of one class keep what they have: the wider the gap, the smaller the c that they allow.
TEST(PairContraction, FallsAsTheGapWidens) {
  double last = 1.0;
  for (const std::uint32_t leaves : {2u, 4u, 8u}) {
    const PairContraction found = pair_contraction(stars(leaves, 2), WalkScaling::by_sums, 0.0, RunContext());
    EXPECT_GT(found.smallest_constant, 0.0);
    EXPECT_LT(found.smallest_constant, last);
    last = found.smallest_constant;
  }
}

TEST(PairContraction, AgreesWithDenseMatrices) {
  const Graph graph = testing::random_graph(40, 0.08, 5);
  std::vector<std::int32_t> class_of(40);
  for (std::size_t v = 0; v < 40; ++v) class_of[v] = static_cast<std::int32_t>(v % 3);
  const PartitionedGraph parts = testing::parts_of(graph, class_of);
  for (const WalkScaling scaling : {WalkScaling::by_sums, WalkScaling::by_degrees}) {
    const PairContraction found = pair_contraction(parts, scaling, 0.0, RunContext());
    const Slow slow = slow_constants(parts, scaling);
    EXPECT_NEAR(found.smallest_constant, slow.within, 1e-9);
    EXPECT_NEAR(found.smallest_across, slow.across, 1e-9);
    EXPECT_EQ(found.pairs, 13u * 12u / 2u * 2u + 14u * 13u / 2u);
  }
}

TEST(PairContraction, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(200, 0.05, 6);
  const PartitionedGraph parts = testing::parts_of(graph, std::vector<std::int32_t>(200, 0));
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return std::vector{pair_contraction(parts, WalkScaling::by_sums, 0.1, run).smallest_constant};
  });
}

TEST(PairContraction, HasNoPremiseIfASideIsEmpty) {
  const ContractionPremise premise = premise_of(testing::parts_of(testing::path_graph(3), {0, 0, 0}));
  EXPECT_FALSE(premise.is_met());
  EXPECT_TRUE(std::isnan(premise.gap));
}

}  // namespace
}  // namespace cgsd
