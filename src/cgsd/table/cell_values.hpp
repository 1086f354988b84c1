// One cell of a table as a value: missing, a number, yes or no, a vector, a list.
//
//   missing   empty, or what spreadsheets, pandas, R, SQL and people write for it: NA, N/A, NaN, null, None, -, ?, …
//   number    plain (1234.5, 1e-3); with a decimal point and groups of thousands (1,234.5 · 1 234.5 · 1'234.5); with a
//             decimal comma (1.234,5 · 1 234,5). A sign, and a percent sign: 45 % is 0.45. Infinity is no number.
//   unit      12 kg, $5, 3 €: a number for people, not for a program
//   vector    [0.1, 0.2] or numbers between blanks, commas or semicolons
//   list      a;b;c, or ["a", "b"] as Python and JSON write it
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class NumberStyle { plain, decimal_point, decimal_comma };
constexpr auto enum_names(NumberStyle) {
  using S = NumberStyle;
  return std::array{EnumName<S>{S::plain, "plain", "1234.5"}, EnumName<S>{S::decimal_point, "decimal_point", "1,234.5"},
                    EnumName<S>{S::decimal_comma, "decimal_comma", "1.234,5"}};
}

bool is_missing(std::string_view cell);

std::optional<double> number_of(std::string_view cell, NumberStyle style);
std::optional<float> plain_float(std::string_view cell);  // of all digits, rounded once
bool is_infinite(std::string_view cell);                  // inf, -Infinity, …, or too large a number
bool is_code(std::string_view cell);                      // digits behind a leading zero: 007, 01234
bool is_number_with_unit(std::string_view cell);

std::optional<bool> yes_or_no(std::string_view cell);

std::optional<std::vector<double>> vector_of(std::string_view cell);

std::vector<std::string_view> list_items(std::string_view cell, char separator);

std::string lower_ascii(std::string_view text);

}  // namespace cgsd
