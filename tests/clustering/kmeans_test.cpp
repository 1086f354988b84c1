#include "cgsd/clustering/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/clustering/point_rows.hpp"
#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Matrix<double> blobs(std::size_t per_blob, const std::vector<std::pair<double, double>>& centres, double spread,
                     std::uint64_t seed) {
  Matrix<double> points(per_blob * centres.size(), 2);
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto& [x, y] = centres[i % centres.size()];
    points(i, 0) = x + spread * random.normal();
    points(i, 1) = y + spread * random.normal();
  }
  return points;
}

double inertia_of(const Matrix<double>& points, const std::vector<std::int32_t>& community_of, std::int32_t clusters) {
  Matrix<double> sum(static_cast<std::size_t>(clusters), points.cols());
  std::vector<double> count(static_cast<std::size_t>(clusters), 0.0);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto c = static_cast<std::size_t>(community_of[i]);
    count[c] += 1.0;
    for (std::size_t j = 0; j < points.cols(); ++j) sum(c, j) += points(i, j);
  }
  double inertia = 0.0;
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto c = static_cast<std::size_t>(community_of[i]);
    for (std::size_t j = 0; j < points.cols(); ++j) inertia += std::pow(points(i, j) - sum(c, j) / count[c], 2);
  }
  return inertia;
}

TEST(Kmeans, FindsBlobsThatAreFarApart) {
  const auto points = blobs(50, {{0, 0}, {10, 0}, {0, 10}}, 0.5, 1);
  const KmeansResult result = kmeans(points, {.clusters = 3}, RunContext());
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.partition.communities, 3);
  for (std::size_t i = 0; i < points.rows(); ++i)
    EXPECT_EQ(result.partition.community_of[i], result.partition.community_of[i % 3]);
}

// The slow twin: of all partitions of nine points into three, the best.
TEST(Kmeans, ReachesTheBestOfAllPartitionsOnSmallData) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto points = blobs(3, {{0, 0}, {3, 1}, {1, 4}}, 1.0, seed);
    double best = std::numeric_limits<double>::infinity();
    for (int code = 0; code < 19683; ++code) {
      std::vector<std::int32_t> assignment(9);
      std::set<std::int32_t> used;
      for (int i = 0, rest = code; i < 9; ++i, rest /= 3)
        used.insert(assignment[static_cast<std::size_t>(i)] = rest % 3);
      if (used.size() == 3) best = std::min(best, inertia_of(points, assignment, 3));
    }
    EXPECT_NEAR(kmeans(points, {.clusters = 3, .restarts = 30, .tolerance = 0.0}, RunContext()).inertia, best,
                1e-9 * best);
  }
}

// Bounds may only skip work: at the end every point must sit with its nearest centre, and centres on their means.
TEST(Kmeans, EndsInAFixedPointOfLloydsIteration) {
  const auto points = blobs(100, {{0, 0}, {2, 0}, {0, 2}, {2, 2}, {1, 1}}, 0.8, 7);
  const KmeansResult result = kmeans(points, {.clusters = 5, .restarts = 3, .tolerance = 0.0}, RunContext());
  EXPECT_TRUE(result.converged);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto distance = [&](std::size_t c) {
      return std::hypot(points(i, 0) - result.centres(c, 0), points(i, 1) - result.centres(c, 1));
    };
    for (std::size_t c = 0; c < 5; ++c)
      EXPECT_LE(distance(static_cast<std::size_t>(result.partition.community_of[i])), distance(c) + 1e-12);
  }
  EXPECT_NEAR(result.inertia, inertia_of(points, result.partition.community_of, 5), 1e-9 * result.inertia);
}

TEST(Kmeans, NumbersCommunitiesByFallingSize) {
  Matrix<double> points(6, 1);
  for (std::size_t i = 0; i < 6; ++i) points(i, 0) = i < 2 ? 0.0 : 10.0;
  const KmeansResult result = kmeans(points, {.clusters = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ::testing::ElementsAre(1, 1, 0, 0, 0, 0));
  EXPECT_EQ(result.centres(0, 0), 10.0);
}

TEST(Kmeans, CopesWithFewerDistinctRowsThanClusters) {
  Matrix<float> points(10, 3);
  for (std::size_t i = 5; i < 10; ++i) points(i, 0) = 1.0f;
  const KmeansResult result = kmeans(points, {.clusters = 6}, RunContext());
  EXPECT_EQ(result.partition.communities, 2);
  EXPECT_EQ(result.inertia, 0.0);
}

TEST(Kmeans, TakesAsManyClustersAsPointsAndOne) {
  const auto points = blobs(1, {{0, 0}, {1, 5}, {7, 3}, {2, 2}}, 0.0, 3);
  EXPECT_EQ(kmeans(points, {.clusters = 4}, RunContext()).inertia, 0.0);
  EXPECT_EQ(kmeans(points, {.clusters = 1}, RunContext()).partition.communities, 1);
}

TEST(Kmeans, RefusesWhatItCannotDo) {
  Matrix<double> points(3, 2);
  EXPECT_THROW(kmeans(points, {.clusters = 4}, RunContext()), InvalidArgument);
  EXPECT_THROW(kmeans(points, {.clusters = 0}, RunContext()), InvalidArgument);
  points(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(kmeans(points, {.clusters = 2}, RunContext()), InvalidArgument);
}

TEST(Kmeans, GivesTheSameBitsAtAnyThreadCount) {
  const auto points = blobs(2500, {{0, 0}, {2, 0}, {0, 2}}, 1.0, 11);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return kmeans(points, {.clusters = 4}, run).partition.community_of; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return kmeans(points, {.clusters = 4}, run).centres; });
}

TEST(Partition, IsNumberedBySizeThenLowestNode) {
  const std::vector<std::int32_t> raw = {7, 3, 3, 9, 7, -2};
  const Partition partition = numbered_by_size(raw);
  EXPECT_THAT(partition.community_of, ::testing::ElementsAre(0, 1, 1, 2, 0, 3));
  EXPECT_EQ(partition.communities, 4);
  EXPECT_THAT(community_sizes(partition), ::testing::ElementsAre(2, 2, 1, 1));
}

// A bag of words: four of 60 words each, of which three are of the row's own third.
SparseRows bags_of_words(std::size_t rows, std::uint64_t seed) {
  Matrix<float> dense(rows, 60);
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (int word = 0; word < 3; ++word) dense(i, i % 3 * 20 + random.below(20)) = 1.0f;
    dense(i, random.below(60)) = 2.0f;
  }
  return to_sparse(dense);
}

TEST(PointRows, MeasureSparseRowsByHand) {
  const SparseRows rows{.cols = 4, .offsets = {0, 2, 2}, .columns = {1, 3}, .values = {2.0f, -1.0f}};
  const std::vector<double> centre = {1.0, 1.0, 3.0, 0.5};
  const CentreView view{centre, squared_norm(centre)};
  EXPECT_DOUBLE_EQ(SparsePoints(rows).squared_distance_to(view, 0), 1.0 + 1.0 + 9.0 + 2.25);
  EXPECT_DOUBLE_EQ(SparsePoints(rows).squared_distance_to(view, 1), 11.25);  // a row of zeros
  EXPECT_DOUBLE_EQ(SparsePoints(rows).total_variance(), 1.0 + 0.25);
}

TEST(PointRows, OfNoNumbersAreAtNoDistance) {
  const Centres centres(Matrix<double>(3, 0));
  EXPECT_EQ(centres.four(0), nullptr);
  EXPECT_EQ(centres.count(), 3U);
}

TEST(PointRows, SayTheSameOfSparseRowsAsOfDenseOnes) {
  const SparseRows sparse = bags_of_words(50, 1);
  const Matrix<float> dense = to_dense(sparse);
  std::vector<double> centre(60);
  RandomSequence random{RandomStream(2)};
  for (double& x : centre) x = random.normal();
  for (std::size_t i = 0; i < 50; ++i) {
    const CentreView view{centre, squared_norm(centre)};
    EXPECT_NEAR(SparsePoints(sparse).squared_distance_to(view, i),
                DensePoints<float>(dense).squared_distance_to(view, i), 1e-12);
  }
  EXPECT_NEAR(SparsePoints(sparse).total_variance(), DensePoints<float>(dense).total_variance(), 1e-12);
}

TEST(Kmeans, FindsTheSameInSparseRowsAsInDenseOnes) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const SparseRows sparse = bags_of_words(90, seed);
    const KmeansResult expected = kmeans(to_dense(sparse), {.clusters = 3}, RunContext());
    const KmeansResult result = kmeans(sparse, {.clusters = 3}, RunContext());
    EXPECT_EQ(result.partition, expected.partition);
    EXPECT_NEAR(result.inertia, expected.inertia, 1e-9 * expected.inertia);
  }
}

// Computed as ‖x‖² − 2 x·c + ‖c‖² equal rows would lie a rounding error apart, and each could become a cluster.
TEST(Kmeans, TakesEqualSparseRowsForOnePoint) {
  Matrix<float> rows(12, 40);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = i % 2; j < 40; j += 2) rows(i, j) = 0.1f * static_cast<float>(j + 1);
  }
  const KmeansResult result = kmeans(to_sparse(rows), {.clusters = 5}, RunContext());
  EXPECT_EQ(result.partition.communities, 2);
  EXPECT_NEAR(result.inertia, 0.0, 1e-25);
}

TEST(Kmeans, GivesTheSameBitsOfSparseRowsAtAnyThreadCount) {
  const SparseRows rows = bags_of_words(5000, 3);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return kmeans(rows, {.clusters = 4, .restarts = 3}, run).partition.community_of; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return kmeans(rows, {.clusters = 4, .restarts = 3}, run).inertia; });
}

TEST(Kmeans, CountsTheStartsThatEndNearTheBest) {
  Matrix<double> groups(60, 1);  // three points, far apart: every start finds them
  for (std::size_t i = 0; i < 60; ++i) groups(i, 0) = static_cast<double>(i % 3) * 100.0;
  const KmeansResult clear = kmeans(groups, {.clusters = 3, .restarts = 7}, RunContext());
  EXPECT_EQ(clear.starts, 7);
  EXPECT_EQ(clear.near_best, 7);
  Matrix<double> even(100, 1);  // no groups: where the borders fall is chance
  for (std::size_t i = 0; i < 100; ++i) even(i, 0) = static_cast<double>(i);
  const KmeansResult vague = kmeans(even, {.clusters = 20, .restarts = 30}, RunContext());
  EXPECT_GE(vague.near_best, 1);
  EXPECT_LT(vague.near_best, 30);
}

TEST(Kmeans, ReadsTheCallersNumbers) {
  const float dense[] = {0, 0, 0, 1, 9, 0, 9, 1};
  const std::uint64_t offsets[] = {0, 0, 1, 2, 4};  // the same points, stored without their zeros
  const std::uint32_t columns[] = {1, 0, 0, 1};
  const float values[] = {1, 9, 9, 1};
  const Matrix<float> owner(4, 2, {std::begin(dense), std::end(dense)});
  const KmeansOptions options{.clusters = 2};
  const KmeansResult expected = kmeans(owner, options, RunContext());
  EXPECT_EQ(expected.inertia, 1.0) << "four points, each half a unit from its centre";
  for (const KmeansResult& result : {kmeans(MatrixView<float>(4, 2, dense), options, RunContext()),
                                     kmeans(SparseView{2, offsets, columns, values}, options, RunContext())}) {
    EXPECT_EQ(result.partition.community_of, expected.partition.community_of);
    EXPECT_EQ(result.centres, expected.centres);
    EXPECT_EQ(result.inertia, expected.inertia);
  }
}

TEST(Kmeans, StartsFromGivenCentres) {
  const auto points = blobs(40, {{0, 0}, {10, 0}, {0, 10}, {10, 10}}, 0.5, 3);
  const Matrix<double> centres(2, 2, {5, 0, 5, 10});  // halves; left and right would be as good
  const KmeansResult result = kmeans_from(centres, points, {.clusters = 7, .restarts = 9}, RunContext());
  EXPECT_EQ(result.partition.communities, 2);
  EXPECT_EQ(result.starts, 1);
  for (std::size_t i = 0; i < points.rows(); ++i)
    EXPECT_EQ(result.partition.community_of[i] == result.partition.community_of[0], points(i, 1) < 5.0);
}

// The slow twin: Lloyd's iteration without bounds, guesses or threads. Sums are added in blocks, as everywhere.
template <class T>
std::vector<std::int32_t> plain_lloyd(const Matrix<T>& points, Matrix<double>& centres, const KmeansOptions& options) {
  std::vector<std::int32_t> own(points.rows(), 0);
  const auto assign = [&] {
    bool changed = false;
    for (std::size_t i = 0; i < points.rows(); ++i) {
      std::size_t nearest = 0;
      for (std::size_t c = 1; c < centres.rows(); ++c) {
        const auto to = [&](std::size_t k) { return squared_distance<T, double>(points.row(i), centres.row(k)); };
        if (to(c) < to(nearest)) nearest = c;
      }
      changed |= own[i] != static_cast<std::int32_t>(nearest);
      own[i] = static_cast<std::int32_t>(nearest);
    }
    return changed;
  };
  assign();
  for (std::int32_t iteration = 0; iteration < options.max_iterations; ++iteration) {
    Matrix<double> sums(centres.rows(), centres.cols());
    std::vector<double> counts(centres.rows(), 0.0);
    for (std::size_t begin = 0; begin < points.rows(); begin += 2048) {
      Matrix<double> part(centres.rows(), centres.cols());
      for (std::size_t i = begin; i < std::min(points.rows(), begin + 2048); ++i) {
        const auto c = static_cast<std::size_t>(own[i]);
        counts[c] += 1.0;
        for (std::size_t j = 0; j < points.cols(); ++j) part(c, j) += static_cast<double>(points(i, j));
      }
      for (std::size_t k = 0; k < sums.values().size(); ++k) sums.values()[k] += part.values()[k];
    }
    for (std::size_t c = 0; c < centres.rows(); ++c) {
      for (std::size_t j = 0; j < centres.cols(); ++j) centres(c, j) = sums(c, j) / counts[c];
    }
    if (!assign()) break;
  }
  return own;
}

template <class T>
void expect_lloyds_bits(const Matrix<T>& points, std::size_t clusters) {
  Matrix<double> centres(clusters, points.cols());
  for (std::size_t c = 0; c < clusters; ++c) {
    for (std::size_t j = 0; j < points.cols(); ++j) centres(c, j) = static_cast<double>(points(c, j));
  }
  const KmeansOptions options{.max_iterations = 40, .tolerance = 0.0};
  const KmeansResult result = kmeans_from(centres, MatrixView<T>(points), options, RunContext());
  const std::vector<std::int32_t> own = plain_lloyd(points, centres, options);
  EXPECT_EQ(result.partition, numbered_by_size(own));
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto found = result.centres.row(static_cast<std::size_t>(result.partition.community_of[i]));
    EXPECT_TRUE(std::ranges::equal(found, centres.row(static_cast<std::size_t>(own[i]))));
  }
}

// Far from the origin float sees all points in one place; on a grid many are as far from one centre as from another.
TEST(Kmeans, GivesTheBitsOfLloydsIteration) {
  for (const std::size_t numbers : {1, 3, 16, 17}) {
    for (const std::size_t clusters : {2, 9, 20}) {
      for (const double offset : {0.0, 1e7, 1e-25, 1e25}) {
        RandomSequence random{RandomStream(numbers * 100 + clusters)};
        Matrix<double> points(5000, numbers);
        const double unit = offset == 1e-25 || offset == 1e25 ? offset : 1.0;
        for (double& x : points.values()) x = offset + unit * random.normal();
        expect_lloyds_bits(points, clusters);
      }
      RandomSequence random{RandomStream(numbers + clusters)};
      Matrix<float> grid(3000, numbers);
      for (float& x : grid.values()) x = static_cast<float>(random.below(4));
      for (std::size_t c = 0; c < clusters; ++c) grid(c, 0) += 0.01F * static_cast<float>(c);  // no two starts alike
      expect_lloyds_bits(grid, clusters);
    }
  }
}

// Four corners of a square and two clusters: left and right is as good as above and below, a diagonal is not.
TEST(Kmeans, ASecondOpinionDecidesBetweenStartsThatAreAsGood) {
  const Matrix<double> corners = blobs(5, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, 0.0, 1);
  const auto parted = [](const Partition& p, std::size_t a, std::size_t b) {
    return p.community_of[a] != p.community_of[b];
  };
  for (const std::size_t across : {1, 2}) {
    const SecondOpinion opinion = [&](const Partition& p) { return parted(p, 0, across) ? 1.0 : 0.0; };
    const KmeansResult r = kmeans(corners, {.clusters = 2, .restarts = 20}, RunContext(), opinion);
    EXPECT_TRUE(parted(r.partition, 0, across));
    EXPECT_FALSE(parted(r.partition, 0, 3 - across));
  }
}

TEST(Kmeans, ASecondOpinionIsNotAskedOfStartsThatAreWorse) {
  const auto result = [](Partition partition, double inertia) {
    KmeansResult r;
    r.partition = std::move(partition);
    r.inertia = inertia;
    return r;
  };
  std::vector<KmeansResult> results = {result({{0, 1}, 2}, 2.1), result({{0, 0}, 1}, 2.0), result({{0, 1}, 2}, 2.001)};
  const SecondOpinion more = [](const Partition& p) { return static_cast<double>(p.communities); };
  EXPECT_EQ(&best_of(results, more), &results[2]);
  EXPECT_EQ(&best_of(results, {}), &results[1]);
  EXPECT_EQ(&best_of(std::span(results).first(2), more), &results[1]);
}

}  // namespace
}  // namespace cgsd
