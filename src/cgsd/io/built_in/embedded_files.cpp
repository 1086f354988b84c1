#include "cgsd/io/built_in/embedded_files.hpp"

#include <algorithm>
#include <string>

namespace cgsd {
namespace {

constexpr std::string_view kPrefix = "built-in:";

}  // namespace

std::filesystem::path embedded_path(std::string_view name) { return std::string(kPrefix).append(name); }

std::optional<std::string_view> embedded_file(const std::filesystem::path& file) {
  const std::string& path = file.native();
  if (!path.starts_with(kPrefix)) return {};
  const auto found =
      std::ranges::find(embedded_texts(), std::string_view(path).substr(kPrefix.size()), &EmbeddedText::name);
  if (found == embedded_texts().end()) return {};
  return found->text;
}

}  // namespace cgsd
