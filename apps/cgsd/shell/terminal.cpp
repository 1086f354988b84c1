#include "apps/cgsd/shell/terminal.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "cgsd/core/utf8.hpp"
#include "cgsd/experiment/time_estimate.hpp"

namespace cgsd::app {
namespace {

std::string padded(std::string_view text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

bool looks_numeric(std::string_view cell) {
  if (cell.empty() || cell == "–") return true;
  if (cell.starts_with("−")) cell.remove_prefix(std::string_view("−").size());
  return !cell.empty() && (std::isdigit(static_cast<unsigned char>(cell[0])) != 0 || cell[0] == '-' || cell[0] == '.');
}

}  // namespace

// Lines after the first begin below it.
std::string indented(const std::string& text, std::size_t columns) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(columns, ' ');
  }
  return out;
}

std::string wrapped(const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string out;
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    if (line > 0 && line + 1 + word.size() > kWidth) {
      out += '\n';
      line = 0;
    }
    if (line > 0) out += ' ';
    out += word;
    line += word.size() + 1;
    begin = end + 1;
  }
  return out;
}

std::string fact_list(const Facts& facts) {
  std::size_t width = 0;
  for (const auto& [name, value] : facts) {
    if (!value.empty()) width = std::max(width, display_width(name));
  }
  std::string out;
  for (const auto& [name, value] : facts) {
    if (!value.empty()) out += fmt::format("  {}  {}\n", padded(name, width, false), indented(value, width + 4));
  }
  return out;
}

std::string Table::text() const {
  const std::size_t columns = rows_.front().size();
  std::vector<std::size_t> width(columns, 0);
  std::vector<bool> numeric(columns, rows_.size() > 1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      width[c] = std::max(width[c], display_width(rows_[r][c]));
      if (r > 0 && !looks_numeric(rows_[r][c])) numeric[c] = false;
    }
  }
  std::string out;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) line += "  " + padded(rows_[r][c], width[c], numeric[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
    if (r > 0) continue;
    std::size_t total = 0;
    for (const std::size_t w : width) total += w + 2;
    out += "  ";
    for (std::size_t i = 2; i < total; ++i) out += "─";
    out += "\n";
  }
  return out;
}

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

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace cgsd::app
