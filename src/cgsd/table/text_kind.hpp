// What a column of texts is: a list, words, a category, or nothing that tells rows apart (column_kind.hpp has the rules).
#pragma once

#include <string_view>
#include <vector>

#include "cgsd/table/column_kind.hpp"

namespace cgsd {

// `cells` are those that are not missing; there is at least one.
KindFinding recognise_text(const std::vector<std::string_view>& cells);

}  // namespace cgsd
