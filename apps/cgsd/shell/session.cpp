#include "apps/cgsd/shell/session.hpp"

#include <cerrno>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

namespace cgsd::app {

Session::Session(const CommonFlags& flags, std::stop_token stop) : flags_(flags) {
  if (!flags.quiet && is_terminal(stderr)) bar_.emplace();
  record_.emplace(bar_ ? &*bar_ : nullptr);
  run_.emplace(
      RunSettings{.seed = flags.seed, .workers = flags.threads, .stop = std::move(stop), .progress = &*record_});
}

double Session::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Session::report_to_stderr() {
  report_ = stderr;
  screen_ = screen_of(stderr);
}

void Session::warn(const std::string& text) const {
  fmt::print(stderr, "{}", message_text("cgsd: warning:", Style::yellow, text));
}

void Session::show(const std::string& text, const Json& json) const {
  if (flags_.quiet && !flags_.json) return;
  const std::string out =
      flags_.json ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : rendered(text, screen_);
  const bool written = std::fwrite(out.data(), 1, out.size(), report_) == out.size() && std::fflush(report_) == 0;
  if (!written) throw IoError::from_errno(report_ == stdout ? "standard output" : "standard error", errno);
}

}  // namespace cgsd::app
