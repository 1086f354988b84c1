// Curves over a common axis with a band of uncertainty, e.g. mean NMI ± one standard error over heterophily.
//
//   curve    a line with filled markers; `marks_only`: hollow markers without a line, for published values
//   band     y − band … y + band, shaded; none if `band` is empty or not finite
//   gaps     a point that is not finite (or not positive on a logarithmic axis) is left out and breaks the line
//   legend   above the plot, never on it
//   y_most   where the y axis ends at the latest: 1 for scores that cannot be above
//
// Points are drawn in the order given. Throws InvalidArgument if x, y and band of a curve differ in length or
// `like` names no curve.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/figure/axis.hpp"

namespace cgsd {

struct Curve {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> band = {};  // half its height
  bool marks_only = false;
  bool foremost = false;  // drawn over the other lines, and thicker
  std::optional<std::size_t> like =
      {};  // drawn in the colour and with the marker of that curve, e.g. its published twin
};

struct CurvesWithBands {
  std::vector<Curve> curves = {};
  std::string title = {};
  std::string x_name = "x";
  std::string y_name = "y";
  std::string band_name = "±1 SEM";  // in the legend if there is a band; empty: not shown
  AxisScale x_scale = AxisScale::linear;
  AxisScale y_scale = AxisScale::linear;
  double y_most = std::numeric_limits<double>::infinity();
  double width_mm = 85.0;
  double height_mm = 65.0;
};

std::string curves_with_bands(const CurvesWithBands& figure);

}  // namespace cgsd
