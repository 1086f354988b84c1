// What a person sees: aligned facts and tables on standard output, a progress bar on standard error.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd::app {

// "  nodes       183" — one line per fact, names padded to the longest. Empty values are left out.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string fact_list(const Facts& facts);

// The text broken into lines of at most 100 characters.
std::string wrapped(const std::string& text);

// Columns padded to their widest cell; numbers to the right, words to the left (decided per column).
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

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

bool stderr_is_terminal();

}  // namespace cgsd::app
