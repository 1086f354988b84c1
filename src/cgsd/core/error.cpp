#include "cgsd/core/error.hpp"

#include <system_error>

#include <fmt/format.h>

namespace cgsd {
namespace {

std::string located(const FilePosition& where, const std::string& what) {
  if (where.line == 0) return fmt::format("{}: {}", where.file, what);
  if (where.column == 0) return fmt::format("{}:{}: {}", where.file, where.line, what);
  return fmt::format("{}:{}:{}: {}", where.file, where.line, where.column, what);
}

}  // namespace

ParseError::ParseError(FilePosition where, const std::string& what)
    : Error(located(where, what)), where_(std::move(where)) {}

IoError IoError::from_errno(const std::string& file, int error_number) {
  return IoError(fmt::format("{}: {}", file, std::generic_category().message(error_number)));
}

}  // namespace cgsd
