// What a column of a table means, told by its content.
//
//   yes_no    both of yes and no (true/false, y/n, ja/nein, …) and nothing else
//   date      dates or times of day in one order (cell_dates.hpp)
//   number    numbers in one style (cell_values.hpp); digits with leading zeros are a code, hence text
//   vector    lists of at least two numbers, of one length
//   list      texts with ; | or , between items of at most three words, many of which occur again
//   words     texts of three words and more on average, most of them different
//   category  other texts that repeat
//
// Not an attribute: an empty column, one value in every row, a number that counts the rows or is named as an id and differs
// in every row, and a text that differs in nearly every row. KindFinding::ignored says why.
// Missing values (is_missing) decide nothing. A column of which at least half of the cells are numbers (or dates, or
// vectors) and the others are not is a CellFault at the first that is not: it says what to do. So are numbers with units.
// A kind that is asked for is taken, and a cell that does not fit it is a CellFault.
// Promises: independent of the order of rows, but for the cell that is blamed. Cost: O(text).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "cgsd/core/options.hpp"
#include "cgsd/table/cell_dates.hpp"
#include "cgsd/table/cell_values.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

enum class ColumnKind { number, yes_no, category, date, words, list, vector };
constexpr auto enum_names(ColumnKind) {
  using K = ColumnKind;
  return std::array{EnumName<K>{K::number, "number"},     EnumName<K>{K::yes_no, "yes_no"},
                    EnumName<K>{K::category, "category"}, EnumName<K>{K::date, "date"},
                    EnumName<K>{K::words, "words"},       EnumName<K>{K::list, "list"},
                    EnumName<K>{K::vector, "vector"}};
}

struct KindFinding {
  ColumnKind kind = ColumnKind::number;
  NumberStyle style = NumberStyle::plain;   // number
  DateOrder order = DateOrder::year_first;  // date
  bool guessed_order = false;               // date: both orders of day and month would do
  char separator = ';';                     // list
  std::string ignored;                      // why this is no attribute; empty: it is one
};

struct KindHints {
  std::optional<ColumnKind> asked;  // recognised if there is none
  bool decimal_comma = false;       // numbers elsewhere in the table have one
  bool may_count_rows = true;       // a number that counts the rows is no attribute
};

// `position` is where the column stands, for faults.
KindFinding recognise_column(const TextColumn& column, std::size_t position, const KindHints& hints);

}  // namespace cgsd
