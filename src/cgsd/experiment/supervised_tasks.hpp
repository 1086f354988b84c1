// Tasks on a few threads, watched by the caller's: a limit of time for each, a stop for all, a look at the clock.
//
//   run_supervised(60, {.parallel = 2, .time_limit = 600}, [&](std::size_t i, const TaskWatch& watch) { … },
//                  [&] { return !run.stop_requested(); });
//
// Comes back: whether all tasks were run to their end. Tasks begin in order. A task is ended by
// watch.stop(), after the time limit or when `go_on`, called about twenty times a second in the caller's thread, is
// false; then no other begins. An exception of a task stops the others likewise and is thrown to the caller.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stop_token>

namespace cgsd {

struct SupervisionOptions {
  int parallel = 1;         // at most; at least 1
  double time_limit = 0.0;  // seconds per task; 0: none
};

class TaskWatch {
 public:
  std::stop_token stop() const { return source_.get_token(); }
  bool timed_out() const { return timed_out_; }

  void end_for_time() {
    timed_out_ = true;
    source_.request_stop();
  }
  void end() { source_.request_stop(); }

 private:
  std::stop_source source_;
  std::atomic<bool> timed_out_ = false;
};

bool run_supervised(std::size_t tasks, const SupervisionOptions& options,
                    const std::function<void(std::size_t, const TaskWatch&)>& task, const std::function<bool()>& go_on);

}  // namespace cgsd
