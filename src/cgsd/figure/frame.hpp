// The frame of a plot: the area in which data are drawn, its axes with ticks and names around it.
//
// `fit_frame` finds the area inside `outer` that leaves room for everything beside it: tick labels, as wide as they
// are, never overlap each other, the names or the edge of `outer`. Names that are too long are cut.
#pragma once

#include <string>
#include <vector>

#include "cgsd/figure/axis.hpp"
#include "cgsd/figure/svg.hpp"

namespace cgsd {

// Points; legible at the size a figure is printed in.
inline constexpr double kTickSize = 6.5;
inline constexpr double kNameSize = 7.0;
inline constexpr double kTitleSize = 8.0;
inline constexpr double kTickLength = 2.5;
inline constexpr double kEdge = 2.0;        // white around a figure
inline constexpr double kCapHeight = 0.73;  // of the font's size
inline constexpr double kDescent = 0.24;

struct FrameNames {
  std::string x = {};
  std::string y = {};
  bool x_whole = false;  // ticks at whole numbers only
  bool x_ticks = true;   // else the caller writes below the area,
  double x_space = 0.0;  // in so many points
};

struct Frame {
  svg::Box outer = {};
  svg::Box area = {};
  Axis x = {};
  Axis y = {};
  std::vector<Tick> x_ticks = {};
  std::vector<Tick> y_ticks = {};
  svg::Point at(double x_value, double y_value) const;
};

Frame fit_frame(const svg::Box& outer, const Axis& x, const Axis& y, const FrameNames& names);

void draw_frame(svg::Drawing& drawing, const Frame& frame, const FrameNames& names);

// As many ticks, up to `most`, as there are labels that fit side by side into `length` points.
std::vector<Tick> ticks_side_by_side(const Axis& axis, double length, int most);

// The title of a whole figure in the upper part of `box`, which then begins below it. Nothing without words.
void draw_title(svg::Drawing& drawing, const std::string& title, svg::Box& box);

// Text cut to `room` points, with the whole of it kept for whoever points at it.
svg::Text fitted(svg::Text text, double room);

// Splits `box` into `count` panels of equal size, row by row, `gap` points apart.
std::vector<svg::Box> panels_in(const svg::Box& box, std::size_t count, std::size_t columns, double gap);

}  // namespace cgsd
