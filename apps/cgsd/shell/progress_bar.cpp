#include "apps/cgsd/shell/progress_bar.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "cgsd/experiment/time_estimate.hpp"

namespace cgsd::app {

ProgressBar::ProgressBar()
    : painter_([this](const std::stop_token& stop) {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
          wake_.wait_for(lock, stop, 100ms, [] { return false; });
          if (stages_.empty() || stop.stop_requested()) continue;
          const auto elapsed = Clock::now() - stages_.back().began;
          if (elapsed < 500ms) continue;
          draw(stages_.back(), std::chrono::duration<double>(elapsed).count());
          visible_ = true;
        }
      }) {}

ProgressBar::~ProgressBar() = default;  // the painter is asked to stop and joined

void ProgressBar::draw(const Shown& shown, double seconds) {
  constexpr int kWidth = 30;
  constexpr double kEarly = 0.01;  // of the way: too little to tell from
  if (shown.fraction < 0.0) {
    fmt::print(stderr, "\r\x1b[K{} … {:.0f} s", shown.stage, seconds);
  } else {
    const double fraction = std::clamp(shown.fraction, 0.0, 1.0);
    const int filled = static_cast<int>(fraction * kWidth);
    std::string bar;
    for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
    const std::string left =
        fraction < kEarly ? "" : fmt::format(", {} left", duration_text(seconds * (1.0 - fraction) / fraction));
    fmt::print(stderr, "\r\x1b[K{} {} {:3.0f} %{}", shown.stage, bar, fraction * 100.0, left);
  }
  std::fflush(stderr);
}

// The last of that name, or the end.
std::vector<ProgressBar::Shown>::iterator ProgressBar::find(std::string_view stage) {
  const auto found =
      std::find_if(stages_.rbegin(), stages_.rend(), [&](const Shown& shown) { return shown.stage == stage; });
  return found == stages_.rend() ? stages_.end() : std::prev(found.base());
}

void ProgressBar::stage_began(std::string_view stage) {
  const std::scoped_lock lock(mutex_);
  stages_.push_back({.stage = std::string(stage)});
}

void ProgressBar::stage_advanced(std::string_view stage, double fraction) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = find(stage); found != stages_.end()) found->fraction = fraction;
}

void ProgressBar::stage_ended(std::string_view stage, double) {
  const std::scoped_lock lock(mutex_);
  if (visible_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
  }
  visible_ = false;
  if (const auto found = find(stage); found != stages_.end()) stages_.erase(found);
}

}  // namespace cgsd::app
