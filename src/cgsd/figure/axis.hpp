// Scales and their ticks.
//
//   linear       position = (v − low) / (high − low)
//   logarithmic  the same with log v; values must be positive, others have no position (NaN)
//   ticks        linear: multiples of 1, 2 or 5 times a power of ten, as many as fit into `most`; logarithmic: powers
//                of ten, every second, third … if there are many, with 2 and 5 between if there are few
//   labels       as many decimals as the step needs, a true minus sign; from 10^5 on and below 10^−4 as 2×10⁵; on a
//                logarithmic axis over more than four powers of ten all as 10², 10⁰ …
//
// Values that are not finite are left out when a range is found. A range without width is widened: c ± |c|/2 (0 ± 1),
// on a logarithmic scale by a factor of 2 each way. Of no values it is [0, 1], logarithmic [1, 10].
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cgsd {

enum class AxisScale : std::uint8_t { linear, logarithmic };

struct Axis {
  AxisScale scale = AxisScale::linear;
  double low = 0.0;
  double high = 1.0;
};

struct Tick {
  double value = 0.0;
  std::string label = {};
};

// From the smallest to the largest value, with `margin` of the length added on both sides, but not across 0.
Axis axis_over(std::span<const double> values, AxisScale scale, double margin);

// Moved outwards to the next tick at both ends.
Axis rounded_outwards(const Axis& axis, int most);

double axis_position(const Axis& axis, double value);  // 0 at low, 1 at high

std::vector<Tick> axis_ticks(const Axis& axis, int most);

// The smallest 1, 2 or 5 times a power of ten that is no less than a positive value.
double nice_at_least(double value);

// A number as axes and captions write it, with `digits` significant digits at most: −12.5, 3×10⁻⁵.
std::string number_label(double value, int digits);

}  // namespace cgsd
