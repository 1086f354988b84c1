// The attributes of the nodes, in the user's units (summary/attribute_columns.hpp), for a page.
//
//   attribute_columns   JSON: name, label, kind (number, date, share), role, source, level, least and most of each column
//   attributes          dense: row after row (f32), or
//   attribute_counts    sparse: how many of each node differ from `zero` of their column (u32), their columns in
//   attribute_places    (u32, ascending), and their amounts in `attributes` unless all of them are 1
//
// At most kMostNumbers numbers are held. Of more, first the columns that set communities apart, then the first ones, as
// many as fit; the others are counted in `left_out`. Cost: O(numbers stored).
#pragma once

#include <string>
#include <vector>

#include "cgsd/graph/dataset.hpp"
#include "cgsd/report/packed_arrays.hpp"

namespace cgsd {

inline constexpr std::uint64_t kMostNumbers = 3'000'000;

// `wanted`: names of columns that must be there if any are.
nlohmann::ordered_json add_attribute_arrays(PackedArrays& arrays, const Dataset& data,
                                            const std::vector<std::string>& wanted);

}  // namespace cgsd
