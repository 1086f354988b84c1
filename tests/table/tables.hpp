// Small tables for tests.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "cgsd/table/text_table.hpp"

namespace cgsd::testing {

inline TextColumn column(const std::string& name, const std::vector<std::string>& cells) {
  TextColumn made{name, {}};
  for (const std::string& cell : cells) made.cells.append(cell);
  return made;
}

inline TextTable table(std::vector<TextColumn> columns) { return {std::move(columns)}; }

}  // namespace cgsd::testing
