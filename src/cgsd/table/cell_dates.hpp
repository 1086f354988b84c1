// Dates and times of day in a cell, as days.
//
//   year first    2024-01-31 · 2024/01/31 · 20240131 · 2024-01 (its first day)
//   day first     31.01.2024 · 31/01/2024 · 31-01-2024 · 31 Jan 2024
//   month first   01/31/2024 · Jan 31, 2024
//   behind it, optionally   T or a blank and 12:30, 12:30:15, 12:30:15.5; AM or PM; Z, +01:00 or +0100
//   a time alone  12:30, 12:30:15: the share of the day
//
// Comes back as days since 1970-01-01 in the proleptic Gregorian calendar; a year has four digits (1000 … 2999).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class DateOrder { year_first, day_first, month_first };
constexpr auto enum_names(DateOrder) {
  using O = DateOrder;
  return std::array{EnumName<O>{O::year_first, "year_first", "2024-01-31"},
                    EnumName<O>{O::day_first, "day_first", "31.01.2024"},
                    EnumName<O>{O::month_first, "month_first", "01/31/2024"}};
}

std::optional<double> days_of(std::string_view cell, DateOrder order);

}  // namespace cgsd
