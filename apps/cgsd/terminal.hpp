// What a person sees: aligned facts and tables on standard output, a progress bar on standard error.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd::app {

// "  nodes       183" — one line per fact, names padded to the longest. Empty values are left out.
std::string fact_list(const std::vector<std::pair<std::string, std::string>>& facts);

// Columns padded to their widest cell; numbers to the right, words to the left (decided per column).
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// Columns a UTF-8 string takes on the screen (no wide or combining characters are used here).
std::size_t display_width(std::string_view text);

// Shows a stage on a terminal once it has lasted half a second, and wipes the line when it ends.
class ProgressBar : public ProgressSink {
 public:
  void stage_began(std::string_view stage) override;
  void stage_advanced(std::string_view stage, double fraction) override;
  void stage_ended(std::string_view stage, double seconds) override;

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  Clock::time_point began_{};
  Clock::time_point drawn_{};
  bool visible_ = false;
};

bool stderr_is_terminal();

}  // namespace cgsd::app
