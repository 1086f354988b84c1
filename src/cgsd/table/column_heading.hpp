// The headings of a table's columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cgsd/table/text_table.hpp"

namespace cgsd {

// "`income`", or "column 3" if the table has no heading.
std::string column_title(const TextColumn& column, std::size_t position);

// Whether a heading names ids: id, node, name, node_id, …_id, index, "Unnamed: 0".
bool names_ids(std::string_view heading);

}  // namespace cgsd
