// Figures that are no numbers: one that is not defined, and one above all others.
#pragma once

#include <limits>

namespace cgsd {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace cgsd
