#include "cgsd/neighbours/shared_neighbours.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/distance.hpp"

#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

KnnLists lists_of_all(const KnnLists& own, const RunContext& run) {
  return {.ids = testing::all_rows(own.ids, run), .distances = testing::all_rows(own.distances, run)};
}

// Beside what the lists of one process say.
void expect_pairs_as_listed(const KnnLists& one, const KnnLists& own, const RunContext& run) {
  const KnnRows rows = knn_rows(own, run);
  const std::vector<double> pairs = pair_distances(own, rows, run);
  ASSERT_EQ(pairs.size(), rows.targets.size());
  const auto listed = [&](NodeId u, NodeId v) {
    const auto ids = one.ids.row(u);
    const auto found = std::ranges::find(ids, v);
    return found == ids.end() ? -1.0 : one.distances(u, static_cast<std::size_t>(found - ids.begin()));
  };
  for (NodeId u = 0; u + 1 < rows.offsets.size(); ++u) {
    for (EntryIndex i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) {
      const auto [low, high] = std::minmax({u + static_cast<NodeId>(first_row(run)), rows.targets[i]});
      const double there = listed(low, high);
      EXPECT_EQ(std::abs(pairs[i]), there >= 0.0 ? there : listed(high, low));
      EXPECT_EQ(std::signbit(pairs[i]), there < 0.0 || listed(high, low) < 0.0);
    }
  }
}

TEST(SharedNeighbours, AreThoseOfOneProcessIfExact) {
  const Matrix<float> points = testing::random_matrix<float>(301, 5, 4);
  const KnnOptions options{.neighbours = 6};
  const KnnLists one = nearest_neighbours(points, options, RunContext());
  const Graph graph_of_one = knn_graph(one, RunContext());
  testing::run_processes(3, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    const KnnLists own = nearest_neighbours(testing::some_rows(points, begin, end), options, run);
    const KnnLists all = lists_of_all(own, run);
    EXPECT_EQ(all.ids, one.ids);
    EXPECT_EQ(all.distances, one.distances);
    const Graph graph = knn_graph(own, run);
    EXPECT_EQ(rows_of_all(run, graph.entries()), graph_of_one.entries());
    const auto* const ghosts = processes.ghosts_of(graph);
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      std::vector<NodeId> row;
      for (const NodeId v : graph.neighbours(u))
        row.push_back(v < graph.nodes() ? v + static_cast<NodeId>(begin) : ghosts->ids()[v - graph.nodes()]);
      EXPECT_TRUE(std::ranges::equal(row, graph_of_one.neighbours(u + static_cast<NodeId>(begin))));
    }
    expect_pairs_as_listed(one, own, run);
  });
}

// The recall that is reported is that of the lists: compared with the exact ones of one process.
TEST(SharedNeighbours, ReachTheRecallThatIsAskedFor) {
  const Matrix<float> points = testing::random_matrix<float>(6000, 8, 5);
  const KnnOptions exact{.neighbours = 10, .method = KnnMethod::exact};
  const KnnLists truth = nearest_neighbours(points, exact, RunContext());
  testing::run_processes(2, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    const KnnOptions options{.neighbours = 10, .method = KnnMethod::approximate, .recall = 0.97};
    const KnnLists own = nearest_neighbours(testing::some_rows(points, begin, end), options, run);
    const KnnLists all = lists_of_all(own, run);
    double found = 0.0;
    for (std::size_t i = 0; i < all.ids.rows(); ++i) {
      EXPECT_TRUE(std::ranges::is_sorted(all.distances.row(i)));
      for (const double distance : all.distances.row(i)) found += distance <= truth.distances(i, 9) ? 1.0 : 0.0;
    }
    EXPECT_GE(own.recall, 0.97);
    EXPECT_NEAR(found / static_cast<double>(all.ids.values().size()), own.recall, 0.02);
  });
}

// Ties of equal points go by ids among all, and a list holds each of them once, wherever the points were compared.
TEST(SharedNeighbours, AreEachListedOnceByTheirDistances) {
  Matrix<float> points = testing::random_matrix<float>(4000, 3, 9);
  for (std::size_t i = 0; i < points.rows(); ++i) std::ranges::copy(points.row(i / 4), points.row(i).begin());
  testing::run_processes(3, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    const KnnOptions options{.neighbours = 8, .method = KnnMethod::approximate, .recall = 0.98};
    const KnnLists own = nearest_neighbours(testing::some_rows(points, begin, end), options, run);
    for (std::size_t i = 0; i < own.ids.rows(); ++i) {
      for (std::size_t j = 0; j < own.ids.cols(); ++j) {
        const auto at = points.row(own.ids(i, j));
        EXPECT_NE(own.ids(i, j), begin + i);
        EXPECT_EQ(own.distances(i, j), std::sqrt(squared_distance<float, float>(points.row(begin + i), at)));
        if (j == 0) continue;
        const auto before = std::pair(own.distances(i, j - 1), own.ids(i, j - 1));
        EXPECT_LT(before, std::pair(own.distances(i, j), own.ids(i, j)));
      }
    }
  });
}

}  // namespace
}  // namespace cgsd
