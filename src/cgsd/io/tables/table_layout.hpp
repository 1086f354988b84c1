// What parts the cells of a text table, and whether its first row is a heading: told by its first rows.
//
// Delimiter. The one of tab, comma and semicolon that parts all of the first rows into the same number of cells, at least two:
//   comma comes first in a file that ends in .csv; semicolon comes before comma if every cell with a comma is then a number
//   with a decimal comma (1,5;2,75). Failing that, the first of them in the first row; failing that, blanks. A first line
//   "sep=;", as spreadsheets write it, decides.
// Heading. The first row is one if a column has a word above numbers, dates, yes and no, vectors or node names, or if its
//   first cell is node, id, name, node_id or empty. It is none if a column has a number above numbers or a node above nodes.
//   Of a table of texts it is one if its cells are not empty and differ from each other and from those below.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/io/text/delimited.hpp"

namespace cgsd {

using IsNode = std::function<bool(std::string_view)>;

// `rows` begins with the first line that is neither blank nor a comment and ends with a newline; `ending` as format_ending.
Delimiter table_delimiter(std::string_view rows, const std::string& ending);

// "sep=;" → ; and takes the line off; nullopt: there is none.
std::optional<Delimiter> take_separator_line(std::string_view& rows);

// Whether the first of these rows is a heading. `is_node` may be empty.
bool has_heading(const std::vector<std::vector<std::string>>& rows, const IsNode& is_node);

}  // namespace cgsd
