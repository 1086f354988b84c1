#include "cgsd/nn/operations/attention.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

double bent(double x) { return x > 0.0 ? x : 0.2 * x; }

// Node 4 is isolated.
Graph small_graph() { return testing::graph_of(5, {{0, 1}, {0, 2}, {1, 2}, {2, 3}}); }

// One head, written with n × n matrices.
Matrix<double> dense_attention(const EntryPattern& pattern, const Matrix<double>& x, const Matrix<double>& own,
                               const Matrix<double>& other) {
  const std::size_t n = pattern.rows();
  Matrix<double> weight(n, n);
  for (std::size_t p = 0; p < pattern.entries(); ++p) {
    double score = 0.0;
    for (std::size_t j = 0; j < x.cols(); ++j)
      score += x(pattern.row_of[p], j) * own(0, j) + x(pattern.column.rows[p], j) * other(0, j);
    weight(pattern.row_of[p], pattern.column.rows[p]) = std::exp(bent(score));
  }
  Matrix<double> out(n, x.cols());
  for (std::size_t u = 0; u < n; ++u) {
    double total = 0.0;
    for (const double w : weight.row(u)) total += w;
    for (std::size_t v = 0; v < n; ++v) {
      for (std::size_t j = 0; j < x.cols() && total > 0.0; ++j) out(u, j) += weight(u, v) / total * x(v, j);
    }
  }
  return out;
}

Matrix<double> columns_of(const Matrix<double>& m, std::size_t first, std::size_t count) {
  return value_of([&](auto& tape, const auto& v) { return columns(tape, v[0], first, count); }, {m});
}

TEST(EntryPattern, AddsEverySelfLoopOnce) {
  const Graph graph = small_graph();
  const EntryPattern bare = entry_pattern(graph, false);
  EXPECT_EQ(bare.column.rows, (std::vector<std::uint32_t>{1, 2, 0, 2, 0, 1, 3, 2}));
  EXPECT_EQ(bare.row_of, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 2, 3}));
  const EntryPattern looped = entry_pattern(graph, true);
  EXPECT_EQ(looped.column.rows, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 2, 3, 4}));
  EXPECT_EQ(looped.offsets, (std::vector<std::uint64_t>{0, 3, 6, 10, 12, 13}));
  const EntryPattern directed = entry_pattern(Graph({0, 2, 2}, {0, 1}, {}, true), true);
  EXPECT_EQ(directed.column.rows, (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(Attention, ScoresEveryHeadOnItsOwnColumns) {
  const auto operation = [](auto& tape, const auto& v) { return head_scores(tape, v[0], v[1]); };
  const auto x = random_matrix(4, 6, 1);
  const auto a = random_matrix(2, 3, 2);
  expect_elements(value_of(operation, {x, a}), [&](auto u, auto h) {
    return x(u, 3 * h) * a(h, 0) + x(u, 3 * h + 1) * a(h, 1) + x(u, 3 * h + 2) * a(h, 2);
  });
  expect_right_gradients(operation, {x, a});
}

TEST(Attention, WeightsOfARowSumToOne) {
  const EntryPattern pattern = entry_pattern(small_graph(), false);
  const auto operation = [&](auto& tape, const auto& v) { return attention_weights(tape, pattern, {v[0], v[1]}, 0.2); };
  const auto own = random_matrix(5, 2, 3);
  const auto other = random_matrix(5, 2, 4);
  const auto w = value_of(operation, {own, other});
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_NEAR(w(0, h) + w(1, h), 1.0, 1e-15);
    EXPECT_NEAR(w(0, h) / w(1, h), std::exp(bent(own(0, h) + other(1, h)) - bent(own(0, h) + other(2, h))), 1e-12);
    EXPECT_EQ(w(7, h), 1.0);
  }
  expect_right_gradients(operation, {own, other});
}

TEST(Attention, WeightsSurviveHugeScores) {
  const EntryPattern pattern = entry_pattern(small_graph(), true);
  const auto w = value_of(
      [&](auto& tape, const auto& v) {
        return attention_weights(tape, pattern, {v[0], v[0]});
      },
      {Matrix<double>(5, 1, {1e300, -1e300, 0.0, 1e300, 5.0})});
  for (std::size_t u = 0; u < 5; ++u) {
    double sum = 0.0;
    for (std::uint64_t p = pattern.offsets[u]; p < pattern.offsets[u + 1]; ++p) sum += w(p, 0);
    EXPECT_NEAR(sum, 1.0, 1e-15) << u;
  }
}

TEST(Attention, IsTheDenseComputationHeadByHead) {
  for (const bool self_loops : {false, true}) {
    const EntryPattern pattern = entry_pattern(small_graph(), self_loops);
    const auto operation = [&](auto& tape, const auto& v) {
      return graph_attention(tape, pattern, v[0], {.own = v[1], .other = v[2]});
    };
    const auto x = random_matrix(5, 6, 5);
    const auto own = random_matrix(2, 3, 6);
    const auto other = random_matrix(2, 3, 7);
    const auto y = value_of(operation, {x, own, other});
    for (std::size_t h = 0; h < 2; ++h) {
      const Matrix<double> own_h(1, 3, {own(h, 0), own(h, 1), own(h, 2)});
      const Matrix<double> other_h(1, 3, {other(h, 0), other(h, 1), other(h, 2)});
      expect_near(columns_of(y, 3 * h, 3), dense_attention(pattern, columns_of(x, 3 * h, 3), own_h, other_h));
    }
    expect_right_gradients(operation, {x, own, other});
  }
}

TEST(Attention, GathersNothingForAnIsolatedNode) {
  const EntryPattern pattern = entry_pattern(small_graph(), false);
  const auto operation = [&](auto& tape, const auto& v) { return attend(tape, pattern, v[0], v[1]); };
  const auto y = value_of(operation, {random_matrix(8, 1, 8), random_matrix(5, 2, 9)});
  EXPECT_EQ(y(4, 0), 0.0);
  EXPECT_EQ(y(4, 1), 0.0);
  expect_right_gradients(operation, {random_matrix(8, 2, 10), random_matrix(5, 4, 11)});
}

TEST(Attention, OfAGraphWithoutEdgesIsZeroAndOfOneNodeItself) {
  const EntryPattern nothing = entry_pattern(testing::graph_of(3, {}), false);
  const EntryPattern itself = entry_pattern(testing::graph_of(1, {}), true);
  const auto own = random_matrix(1, 2, 12);
  const auto x = random_matrix(3, 2, 13);
  const auto one = random_matrix(1, 2, 14);
  const auto on = [](const EntryPattern& pattern) {
    return
        [&](auto& tape, const auto& v) { return graph_attention(tape, pattern, v[0], {.own = v[1], .other = v[1]}); };
  };
  expect_near(value_of(on(nothing), {x, own}), Matrix<double>(3, 2), 0.0);
  expect_right_gradients(on(nothing), {x, own});
  expect_near(value_of(on(itself), {one, own}), one, 0.0);
  expect_right_gradients(on(itself), {one, own});
}

// Every node attends to itself alone, so all weights are 1: what is kept of a value is 0 or 1 / (1 − p), for every node
// and head on its own.
TEST(Attention, DropsTheShareOfWeightsAskedForAndScalesTheRest) {
  const EntryPattern itself = entry_pattern(testing::graph_of(2000, {}), true);
  const Matrix<double> ones(2000, 4, std::vector<double>(8000, 1.0));
  const auto y = value_of(
      [&](auto& tape, const auto& v) {
        return graph_attention(tape, itself, v[0],
                               {.own = v[1], .other = v[1], .dropout = 0.4, .stream = RandomStream(3)});
      },
      {ones, random_matrix(2, 2, 4)});
  double dropped = 0.0;
  double one_of_two = 0.0;
  for (std::size_t u = 0; u < 2000; ++u) {
    for (const std::size_t h : {0, 1}) {
      ASSERT_EQ(y(u, 2 * h), y(u, 2 * h + 1)) << "the columns of a head share its weight";
      ASSERT_TRUE(y(u, 2 * h) == 0.0 || std::abs(y(u, 2 * h) - 1.0 / 0.6) < 1e-4) << y(u, 2 * h);
      dropped += y(u, 2 * h) == 0.0 ? 1.0 : 0.0;
    }
    one_of_two += y(u, 0) != y(u, 2) ? 1.0 : 0.0;
  }
  EXPECT_NEAR(dropped / 4000.0, 0.4, 5.0 * std::sqrt(0.24 / 4000.0));
  EXPECT_NEAR(one_of_two / 2000.0, 0.48, 5.0 * std::sqrt(0.25 / 2000.0));
}

TEST(Attention, HasTheRightGradientsOfDroppedWeights) {
  const EntryPattern pattern = entry_pattern(small_graph(), true);
  expect_right_gradients(
      [&](auto& tape, const auto& v) {
        return graph_attention(tape, pattern, v[0],
                               {.own = v[1], .other = v[2], .dropout = 0.4, .stream = RandomStream(3)});
      },
      {random_matrix(5, 6, 15), random_matrix(2, 3, 16), random_matrix(2, 3, 17)});
}

TEST(Attention, GivesTheSameBitsAtAnyThreadCount) {
  const EntryPattern pattern = entry_pattern(testing::random_graph(500, 0.05, 18), true);
  expect_same_bits_of(
      [&](auto& tape, const auto& v) {
        return graph_attention(tape, pattern, v[0],
                               {.own = v[1], .other = v[2], .dropout = 0.1, .stream = RandomStream(3)});
      },
      {random_matrix(500, 12, 19), random_matrix(3, 4, 20), random_matrix(3, 4, 21)});
}

}  // namespace
}  // namespace cgsd
