#include "session.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

namespace cgsd::app {

Session::Session(const CommonFlags& flags, std::stop_token stop) : flags_(flags) {
  if (!flags.quiet && stderr_is_terminal()) bar_.emplace();
  record_.emplace(bar_ ? &*bar_ : nullptr);
  run_.emplace(
      RunSettings{.seed = flags.seed, .workers = flags.threads, .stop = std::move(stop), .progress = &*record_});
}

double Session::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Session::warn(const std::string& text) const { fmt::print(stderr, "cgsd: warning: {}\n", text); }

void Session::show(const std::string& text, const Json& json) const {
  if (flags_.quiet && !flags_.json) return;
  const std::string out = flags_.json ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : text;
  const bool written = std::fwrite(out.data(), 1, out.size(), stdout) == out.size() && std::fflush(stdout) == 0;
  if (!written) throw IoError::from_errno("standard output", errno);
}

Json to_json(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json to_json(const OptionValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

std::string seconds_text(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.0f} ms", seconds * 1000.0) : fmt::format("{:.2f} s", seconds);
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "–";
  std::string text = fmt::format("{:.{}f}", std::abs(value), digits);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  return value < 0.0 && !is_zero ? "−" + text : text;
}

}  // namespace cgsd::app
