#include "cgsd/neighbours/buckets.hpp"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

// Lists that tell whose they are.
KnnLists lists_of(const std::vector<NodeId>& ids) {
  KnnLists lists{.ids = Matrix<NodeId>(ids.size(), 2), .distances = Matrix<double>(ids.size(), 2)};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    lists.ids(i, 1) = ids[i];
    lists.distances(i, 0) = 2.0 * ids[i];
  }
  return lists;
}

template <class T>
void expect_every_point_once(const Matrix<T>& points, int count) {
  testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
    const auto [begin, end] = testing::own_rows(points.rows(), processes);
    processes.set_rows(end - begin);
    Bucket<T> bucket = own_bucket(testing::some_rows(points, begin, end), run);
    for (std::uint64_t cut = 0; cut < 3; ++cut) {
      bucket = regrouped(std::move(bucket), RandomStream(cut), run);
      EXPECT_LE(bucket.ids.size(), points.rows() / static_cast<std::size_t>(count) + 2);
      for (std::size_t i = 0; i < bucket.ids.size(); ++i)
        EXPECT_TRUE(std::ranges::equal(bucket.points.row(i), points.row(bucket.ids[i])));
      std::vector<NodeId> all = gathered(run, std::span<const NodeId>(bucket.ids));
      std::ranges::sort(all);
      EXPECT_EQ(all.size(), points.rows());
      EXPECT_TRUE(std::ranges::adjacent_find(all) == all.end());
      const KnnLists expected = lists_of(bucket.ids);  // those of the first cut have travelled with the points
      if (cut == 0) bucket.lists = expected;
      EXPECT_EQ(bucket.lists.ids, expected.ids);
      EXPECT_EQ(bucket.lists.distances, expected.distances);
    }
    std::vector<NodeId> own(end - begin);
    std::iota(own.begin(), own.end(), static_cast<NodeId>(begin));
    const KnnLists home = sent_home(std::move(bucket), run);
    EXPECT_EQ(home.ids, lists_of(own).ids);
    EXPECT_EQ(home.distances, lists_of(own).distances);
  });
}

TEST(Buckets, HoldEveryPointOnceAndItsListGoesWithIt) {
  for (const int count : {2, 3, 5}) expect_every_point_once(testing::random_matrix<float>(103, 4, 1), count);
}

// More than are under way at a time.
TEST(Buckets, SendManyPointsInTurns) { expect_every_point_once(testing::random_matrix<float>(40'000, 20, 6), 2); }

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
      const Bucket<float> bucket = regrouped(own_bucket(own, run), RandomStream(seed), run);
      const NodeId side = bucket.ids.front() % 2;
      if (std::ranges::all_of(bucket.ids, [&](NodeId id) { return id % 2 == side; }) && processes.rank() == 0)
        separated = true;
    }
  });
  EXPECT_TRUE(separated);
}

}  // namespace
}  // namespace cgsd
