#include "apps/cgsd/shell/memory_limit.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

constexpr std::string_view kUnits = "KMGT";

// The number behind `key` in /proc/meminfo, in bytes; 0 if there is none.
std::uint64_t meminfo(const std::string& key) {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kib = 0;
  for (std::string unit; file >> name >> kib; std::getline(file, unit))
    if (name == key + ":") return kib * 1024;
  return 0;
}

// A file of one number; none if there is no such file or it says "max".
std::optional<std::uint64_t> number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.size() > 1 && (unit.back() == 'B' || unit.back() == 'b')) unit.remove_suffix(1);
  double factor = 1.0;
  bool known = unit.empty() || unit == "B";
  for (std::size_t i = 0; i < kUnits.size() && !known; ++i) {
    factor *= 1000.0;
    known = unit.size() == 1 && (unit[0] & ~0x20) == kUnits[i];
  }
  const bool sensible = error == std::errc() && number > 0.0 && number * factor < 1e18;
  if (!known || !sensible)
    throw InvalidArgument(fmt::format("--memory-limit {}: a size such as 500M or 8G is needed", text));
  return static_cast<std::uint64_t>(number * factor);
}

std::uint64_t available_memory() {
  const std::uint64_t machine = meminfo("MemAvailable");
  const auto most = number_in("/sys/fs/cgroup/memory.max");
  const auto used = number_in("/sys/fs/cgroup/memory.current");
  if (!most || !used) return machine;
  const std::uint64_t group = *most > *used ? *most - *used : 0;
  return machine == 0 ? group : std::min(machine, group);
}

void check_memory(std::uint64_t need, const std::optional<std::uint64_t>& asked) {
  if (asked) {
    if (need <= *asked) return;
    throw InvalidArgument(
        fmt::format("about {} of memory are needed, and --memory-limit allows {}: raise it, or use a smaller graph",
                    size_text(need), size_text(*asked)));
  }
  const std::uint64_t left = available_memory();
  if (left == 0 || need <= left) return;
  throw InvalidArgument(
      fmt::format("about {} of memory are needed, and {} are left: --memory-limit {:.0f}G tries it all the same",
                  size_text(need), size_text(left), static_cast<double>(need) / 1e9 + 1.0));
}

}  // namespace cgsd::app
