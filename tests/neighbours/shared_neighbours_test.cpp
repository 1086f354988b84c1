#include "cgsd/neighbours/shared_neighbours.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

KnnLists lists_of_all(const KnnLists& own, const RunContext& run) {
  return {.ids = testing::all_rows(own.ids, run), .distances = testing::all_rows(own.distances, run)};
}

TEST(SharedNeighbours, AreThoseOfOneProcessIfExact) {
  const Matrix<float> points = testing::random_matrix<float>(301, 5, 4);
  const KnnOptions options{.neighbours = 6};
  const KnnLists one = nearest_neighbours(points, options, RunContext());
  const Graph graph_of_one = knn_graph(one, RunContext());
  testing::run_processes(3, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    KnnLists own = nearest_neighbours(testing::some_rows(points, begin, end), options, run);
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
    add_lists_of_ghosts(own, graph, run);
    ASSERT_EQ(own.ids.rows(), graph.nodes() + ghosts->ids().size());
    for (std::size_t g = 0; g < ghosts->ids().size(); ++g) {
      const NodeId id = ghosts->ids()[g];
      for (std::size_t j = 0; j < own.ids.cols(); ++j) {
        EXPECT_EQ(own.ids(graph.nodes() + g, j), processes.local_id(graph, one.ids(id, j)));
        EXPECT_EQ(own.distances(graph.nodes() + g, j), one.distances(id, j));
      }
    }
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
