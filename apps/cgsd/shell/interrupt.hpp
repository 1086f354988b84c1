// Ctrl-C, SIGTERM and the end of --timeout as a stop request: work ends at its next block, temporary files are removed.
// The exit code is 130, or 124 if the time was up. A second Ctrl-C ends the process at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <thread>

namespace cgsd::app {

class Interrupt {
 public:
  Interrupt();  // call before any other thread exists: threads inherit the blocked signals
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  void stop_after(double seconds);  // from now on
  bool timed_out() const { return timed_out_; }

 private:
  void wait_for_signals();
  int next_signal() const;

  std::stop_source source_;
  std::atomic<std::int64_t> deadline_{0};  // nanoseconds of the steady clock; 0: none
  std::atomic<bool> timed_out_{false};
  std::thread waiter_;
};

}  // namespace cgsd::app
