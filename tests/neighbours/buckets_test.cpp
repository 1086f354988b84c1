#include "cgsd/neighbours/buckets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

template <class T>
void expect_every_point_once(const Matrix<T>& points, int count) {
  testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    const Buckets<T> buckets(testing::some_rows(points, begin, end), RandomStream(3), run);
    const Bucket<T>& own = buckets.own();
    EXPECT_LE(own.ids.size(), points.rows() / static_cast<std::size_t>(count) + 2);
    EXPECT_TRUE(std::ranges::is_sorted(own.ids));
    const std::size_t k = processes.rank() == 0 ? 1 : 2;  // lists of different lengths
    KnnLists found{.ids = Matrix<NodeId>(own.ids.size(), k), .distances = Matrix<double>(own.ids.size(), k)};
    for (std::size_t i = 0; i < own.ids.size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(own.points.row(i), points.row(own.ids[i])));
      found.ids(i, k - 1) = own.ids[i];
      found.distances(i, k - 1) = 2.0 * own.ids[i];
    }
    EXPECT_EQ(rows_of_all(run, own.ids.size()), points.rows());
    std::vector<int> came(end - begin, 0);
    buckets.sent_home(found, run, [&, first = begin](NodeId row, std::span<const Neighbour> list) {
      ++came.at(row);
      EXPECT_EQ(list.back().id, first + row);
      EXPECT_EQ(list.back().distance, 2.0 * static_cast<double>(first + row));
    });
    EXPECT_THAT(came, ::testing::Each(1));
  });
}

TEST(Buckets, HoldEveryPointOnceAndSendHomeWhatWasFound) {
  for (const int count : {2, 3, 5}) expect_every_point_once(testing::random_matrix<float>(103, 4, 1), count);
}

// More than are under way at a time.
TEST(Buckets, SendManyPointsInTurns) { expect_every_point_once(testing::random_matrix<float>(40'000, 1, 6), 2); }

TEST(Buckets, AreEvenHoweverManyPointsAreEqual) { expect_every_point_once(Matrix<double>(90, 3), 4); }

// Two heaps far apart: whichever two points of different heaps are drawn, the cut falls between them.
TEST(Buckets, HoldNearPoints) {
  Matrix<float> heaps = testing::random_matrix<float>(60, 3, 2);
  for (std::size_t i = 0; i < heaps.rows(); ++i) heaps(i, 0) += i % 2 == 0 ? 0.0F : 1000.0F;
  bool separated = false;
  testing::run_processes(2, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(heaps.rows(), processes);
    processes.set_rows(end - begin);
    const Matrix<float> own = testing::some_rows(heaps, begin, end);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const Buckets<float> buckets(own, RandomStream(seed), run);
      const NodeId side = buckets.own().ids.front() % 2;
      if (std::ranges::all_of(buckets.own().ids, [&](NodeId id) { return id % 2 == side; }) && processes.rank() == 0)
        separated = true;
    }
  });
  EXPECT_TRUE(separated);
}

}  // namespace
}  // namespace cgsd
