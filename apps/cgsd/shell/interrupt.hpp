// Ctrl-C and SIGTERM as a stop request: work ends at its next block, temporary files are removed, the exit code is 130.
// A second Ctrl-C ends the process at once.
#pragma once

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

 private:
  std::stop_source source_;
  std::thread waiter_;
};

}  // namespace cgsd::app
