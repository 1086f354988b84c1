#include "cgsd/neighbours/shared_neighbours.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

KnnLists lists_of_all(const KnnLists& own, const RunContext& run) {
  return {.ids = testing::all_rows(own.ids, run), .distances = testing::all_rows(own.distances, run)};
}

// Beside what the lists of one process say.
void expect_pairs_as_listed(const KnnLists& one, const KnnLists& own, const Graph& graph, const RunContext& run) {
  const Processes& processes = processes_of(run);
  const std::vector<double> pairs = pair_distances(own, graph, run);
  ASSERT_EQ(pairs.size(), graph.entries());
  const auto listed = [&](NodeId u, NodeId v) {
    const auto ids = one.ids.row(u);
    const auto found = std::ranges::find(ids, v);
    return found == ids.end() ? -1.0 : one.distances(u, static_cast<std::size_t>(found - ids.begin()));
  };
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId target = graph.targets()[i];
      const NodeId v = target < graph.nodes() ? target + static_cast<NodeId>(processes.first_row())
                                              : processes.ghosts_of(graph)->ids()[target - graph.nodes()];
      const NodeId own_id = u + static_cast<NodeId>(processes.first_row());
      const NodeId low = std::min(own_id, v);
      const NodeId high = std::max(own_id, v);
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
    expect_pairs_as_listed(one, own, graph, run);
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

}  // namespace
}  // namespace cgsd
