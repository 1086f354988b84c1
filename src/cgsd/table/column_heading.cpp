#include "cgsd/table/column_heading.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/table/cell_values.hpp"

namespace cgsd {

std::string column_title(const TextColumn& column, std::size_t position) {
  if (column.name.empty()) return fmt::format("column {}", position + 1);
  const std::string quoted = in_quotes(column.name);
  return fmt::format("`{}`", std::string_view(quoted).substr(1, quoted.size() - 2));
}

bool names_ids(std::string_view heading) {
  constexpr std::array<std::string_view, 9> kNames = {"", "id", "node", "name", "index", "key", "ids", "nodes", "uid"};
  const std::string lower = lower_ascii(heading);
  const bool known = std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
  return known || lower.ends_with("_id") || lower.ends_with(" id") || lower.starts_with("unnamed: ") ||
         (heading.size() > 2 && heading.ends_with("Id")) || (heading.size() > 2 && heading.ends_with("ID"));
}

}  // namespace cgsd
