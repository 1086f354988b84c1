#include "cgsd/io/store/recorded_checksum.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 64;

fs::path record_of(const fs::path& file) { return file.string() + ".sha256"; }

}  // namespace

std::string recorded_checksum(const fs::path& file, const RunContext& run) {
  const fs::path record = record_of(file);
  std::error_code ignored;
  if (!fs::is_regular_file(record, ignored)) return {};
  const std::vector<char> bytes = read_whole(record, run);
  const std::string text(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(kDigits, bytes.size())));
  const bool is_digest = text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_digest) throw ParseError({record.string(), 1}, "no SHA-256; without this file the download is taken as new");
  return text;
}

void record_checksum(const fs::path& file, const RunContext& run) {
  write_file(record_of(file), fmt::format("{}  {}\n", sha256_of_file(file, run), file.filename().string()));
}

}  // namespace cgsd
