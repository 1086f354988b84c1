#include "cgsd/experiment/supervised_tasks.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

bool always() { return true; }

void wait_for_stop(const TaskWatch& watch) {
  while (!watch.stop().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(SupervisedTasks, RunsEachOnceAndNeverMoreThanAllowed) {
  for (const int parallel : {1, 2, 5}) {
    std::mutex mutex;
    std::multiset<std::size_t> seen;
    int running = 0;
    int most = 0;
    const auto task = [&](std::size_t i, const TaskWatch&) {
      {
        const std::scoped_lock lock(mutex);
        seen.insert(i);
        most = std::max(most, ++running);
      }
      std::this_thread::yield();
      const std::scoped_lock lock(mutex);
      --running;
    };
    EXPECT_TRUE(run_supervised(40, {.parallel = parallel}, task, always));
    EXPECT_EQ(seen.size(), 40u);
    EXPECT_EQ(std::set<std::size_t>(seen.begin(), seen.end()).size(), 40u);
    EXPECT_LE(most, parallel);
  }
}

// Each task waits for the others: one after another they would wait in vain.
TEST(SupervisedTasks, RunsAsManyAtOnceAsAllowed) {
  std::mutex mutex;
  std::condition_variable arrived;
  int here = 0;
  const auto task = [&](std::size_t, const TaskWatch&) {
    std::unique_lock lock(mutex);
    ++here;
    arrived.notify_all();
    EXPECT_TRUE(arrived.wait_for(lock, std::chrono::minutes(1), [&] { return here == 3; }));
  };
  EXPECT_TRUE(run_supervised(3, {.parallel = 3}, task, always));
}

TEST(SupervisedTasks, HasNothingToDoWithoutTasks) {
  EXPECT_TRUE(run_supervised(
      0, {}, [](std::size_t, const TaskWatch&) { FAIL(); }, always));
}

TEST(SupervisedTasks, EndsTheTaskThatTakesTooLongAndGoesOn) {
  std::vector<bool> timed_out(3);
  const auto task = [&](std::size_t i, const TaskWatch& watch) {
    if (i == 1) wait_for_stop(watch);
    timed_out[i] = watch.timed_out();
  };
  EXPECT_TRUE(run_supervised(3, {.parallel = 1, .time_limit = 0.01}, task, always));
  EXPECT_EQ(timed_out, (std::vector<bool>{false, true, false}));
}

TEST(SupervisedTasks, StopsAllWhenAsked) {
  std::size_t begun = 0;
  const auto task = [&](std::size_t, const TaskWatch& watch) {
    ++begun;
    wait_for_stop(watch);
    EXPECT_FALSE(watch.timed_out());
    throw std::runtime_error("stopped");
  };
  EXPECT_FALSE(run_supervised(3, {.parallel = 1}, task, [] { return false; }));
  EXPECT_EQ(begun, 1u);
}

TEST(SupervisedTasks, ThrowsWhatATaskThrowsAndEndsTheOthers) {
  const auto task = [](std::size_t i, const TaskWatch& watch) {
    if (i == 1) throw std::runtime_error("disk full");
    wait_for_stop(watch);
  };
  EXPECT_THROW(run_supervised(10, {.parallel = 2}, task, always), std::runtime_error);
}

TEST(SupervisedTasks, ThrowsWhatTheCallerThrows) {
  const auto task = [](std::size_t, const TaskWatch& watch) { wait_for_stop(watch); };
  EXPECT_THROW(run_supervised(2, {.parallel = 2}, task, []() -> bool { throw std::runtime_error("x"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace cgsd
