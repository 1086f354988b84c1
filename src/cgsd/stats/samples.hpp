// What the tests have in common: the alternative, an interval, and which samples are accepted at all.
//
// Every function of this folder that takes numbers refuses NaN and infinities with InvalidArgument, which names the
// sample and the position. The caller leaves out a failed run, and what belongs to it.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class Alternative { two_sided, less, greater };
constexpr auto enum_names(Alternative) {
  return std::array{EnumName<Alternative>{Alternative::two_sided, "two_sided", "first and second differ"},
                    EnumName<Alternative>{Alternative::less, "less", "first is below second"},
                    EnumName<Alternative>{Alternative::greater, "greater", "first is above second"}};
}

struct Interval {
  double low = 0.0;
  double high = 0.0;
  bool operator==(const Interval&) const = default;
};

constexpr Bounds<double> kConfidenceBounds{0.001, 0.999999};

// Throws InvalidArgument at the first value that is not finite: "second: value 3 is nan: must be finite".
void check_finite(std::string_view name, std::span<const double> values);

// first[i] − second[i]. Throws InvalidArgument if the lengths differ or a value or difference is not finite.
std::vector<double> paired_differences(std::span<const double> first, std::span<const double> second);

}  // namespace cgsd
