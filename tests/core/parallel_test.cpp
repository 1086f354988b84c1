#include "cgsd/core/parallel.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnceInFixedBlocks) {
  for (const int workers : {1, 2, 3, 4}) {
    const RunContext run({.workers = workers});
    std::vector<std::atomic<int>> visits(1003);
    parallel_for(run, visits.size(), 10, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(begin % 10, 0u);
      EXPECT_EQ(end, std::min<std::size_t>(begin + 10, visits.size()));
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, UsesAtMostTheWorkersOfItsContext) {
  for (const int workers : {1, 2, 3}) {
    const RunContext run({.workers = workers});
    std::mutex mutex;
    std::set<std::thread::id> threads;
    parallel_for(run, 2000, 1, [&](std::size_t, std::size_t) {
      const std::scoped_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
    EXPECT_LE(threads.size(), static_cast<std::size_t>(workers));
  }
}

// Each block waits until as many threads as there are workers are inside a block: with fewer, nobody would come. A
// machine too busy to start a thread for a minute would fail here, too.
TEST(ParallelFor, UsesAsManyThreadsAsItsContextHasWorkers) {
  for (const int workers : {2, 3, 4}) {
    const RunContext run({.workers = workers});
    std::mutex mutex;
    std::condition_variable arrived;
    std::set<std::thread::id> threads;
    parallel_for(run, 64, 1, [&](std::size_t, std::size_t) {
      std::unique_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
      arrived.notify_all();
      const auto all_here = [&] { return threads.size() >= static_cast<std::size_t>(workers); };
      arrived.wait_for(lock, std::chrono::minutes(1), all_here);
    });
    EXPECT_EQ(threads.size(), static_cast<std::size_t>(workers));
  }
}

TEST(ParallelFor, DoesNothingForAnEmptyRange) {
  parallel_for(RunContext(), 0, 16, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(ParallelFor, HandsAnExceptionToTheCaller) {
  const RunContext run({.workers = 4});
  const auto fail_at_77 = [](std::size_t begin, std::size_t) {
    if (begin == 77) throw InvalidArgument("77");
  };
  EXPECT_THROW(parallel_for(run, 1000, 1, fail_at_77), InvalidArgument);
}

TEST(ParallelFor, StopsSoonAfterBeingAsked) {
  for (const int workers : {1, 4}) {
    std::stop_source source;
    const RunContext run({.workers = workers, .stop = source.get_token()});
    std::atomic<int> blocks = 0;
    const auto count_and_stop = [&](std::size_t, std::size_t) {
      if (++blocks == 10) source.request_stop();
    };
    EXPECT_THROW(parallel_for(run, 1'000'000, 1, count_and_stop), Cancelled);
    EXPECT_LT(blocks, 10 + 2 * workers);
  }
}

TEST(ParallelFor, MayBeNested) {
  const RunContext run({.workers = 4});
  std::atomic<int> total = 0;
  parallel_for(run, 20, 1,
               [&](std::size_t, std::size_t) { parallel_for(run, 50, 1, [&](std::size_t, std::size_t) { ++total; }); });
  EXPECT_EQ(total, 1000);
}

TEST(OrderedSum, GivesTheSameBitsAtAnyThreadCount) {
  testing::expect_same_bits_at_any_thread_count([](const RunContext& run) {
    return ordered_sum<double>(run, 100'000, 64, [](std::size_t begin, std::size_t end) {
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) sum += std::sin(static_cast<double>(i)) * 1e10;
      return sum;
    });
  });
}

TEST(OrderedSum, AddsUp) {
  const auto sum = ordered_sum<std::uint64_t>(RunContext(), 1001, 10, [](std::size_t begin, std::size_t end) {
    std::uint64_t part = 0;
    for (std::size_t i = begin; i < end; ++i) part += i;
    return part;
  });
  EXPECT_EQ(sum, 500500u);
}

TEST(Workers, RefusesANegativeNumber) { EXPECT_THROW(Workers(-1), InvalidArgument); }

}  // namespace
}  // namespace cgsd
