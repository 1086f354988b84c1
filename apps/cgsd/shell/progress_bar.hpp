// A progress bar on standard error.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd::app {

// Shows the innermost stage on a terminal once it has lasted half a second (how far it is and how long it may still
// take, or how long it has taken), and wipes the line when it ends. A thread of its own draws, so that a stage need not
// report to be seen.
class ProgressBar : public ProgressSink {
 public:
  ProgressBar();
  ~ProgressBar() override;
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void stage_began(std::string_view stage) override;
  void stage_advanced(std::string_view stage, double fraction) override;
  void stage_ended(std::string_view stage, double seconds) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Shown {
    std::string stage;
    double fraction = -1.0;  // negative: not told
    Clock::time_point began = Clock::now();
  };
  std::vector<Shown>::iterator find(std::string_view stage);
  static void draw(const Shown& shown, double seconds);

  std::mutex mutex_;
  std::vector<Shown> stages_;  // the innermost last
  bool visible_ = false;
  std::condition_variable_any wake_;
  std::jthread painter_;
};

}  // namespace cgsd::app
