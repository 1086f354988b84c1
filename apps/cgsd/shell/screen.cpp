#include "apps/cgsd/shell/screen.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cgsd/core/printable.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kUsual = 80;
constexpr std::size_t kLeast = 40;  // below it nothing can be laid out
constexpr std::size_t kMost = 120;

constexpr char kEndOfStyle = 5;
constexpr std::string_view kCodes[] = {"", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[0m"};  // by mark

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// 0 if it is not told.
std::size_t columns_of_environment() {
  const std::string_view text = variable("COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  return error == std::errc{} && end == text.data() + text.size() ? columns : 0;
}

std::size_t columns_of_terminal(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

Screen screen_of(std::FILE* stream) {
  const bool terminal = is_terminal(stream);
  std::size_t columns = columns_of_environment();
  if (columns == 0 && terminal) columns = columns_of_terminal(stream);
  if (columns == 0) columns = kUsual;
  const bool colour = terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return {std::clamp(columns, kLeast, kMost), colour};
}

std::string styled(std::string_view text, Style style) {
  if (text.empty()) return {};
  return static_cast<char>(style) + std::string(text) + kEndOfStyle;
}

std::string rendered(std::string_view text, const Screen& screen) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const char c = text.front();
    if (c == '\n') {
      out += c;
      text.remove_prefix(1);
    } else if (c >= static_cast<char>(Style::bold) && c <= kEndOfStyle) {
      if (screen.colour) out += kCodes[static_cast<std::size_t>(c)];
      text.remove_prefix(1);
    } else {
      append_utf8(out, take_printable(text));
    }
  }
  return out;
}

std::string message_text(std::string_view prefix, Style style, std::string_view text) {
  const Screen screen = screen_of(stderr);
  const std::string shown = printable(text);
  const std::string body = is_terminal(stderr) ? wrapped(shown, screen.width, prefix.size() + 1) : shown;
  return rendered(fmt::format("{} {}\n", styled(prefix, style), body), screen);
}

}  // namespace cgsd::app
