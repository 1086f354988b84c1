// Columns that are the numbers of one vector, told by their headings: e0 … e767, dim_1 … dim_64, 0 … 299, x y z.
//
// Comes back: groups of at least two columns in the order of their numbers, by their first column; a heading is a prefix and
// a whole number without leading zeros, a group has one prefix and consecutive numbers. x, y (and z) are coordinates. All
// columns of a table without headings are one group. Only columns with `may[i]` take part.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cgsd {

std::vector<std::vector<std::size_t>> column_blocks(const std::vector<std::string>& headings,
                                                    const std::vector<bool>& may);

// Whether a heading could be that of a vector's column.
bool is_numbered_heading(const std::string& heading);

}  // namespace cgsd
