// The legend of a figure: keys with their names, set in lines like words, above the data and never on them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cgsd/figure/svg.hpp"

namespace cgsd {

struct LegendEntry {
  std::string name = {};
  svg::Stroke line = {.colour = "none"};
  svg::Fill area = {};
  std::optional<svg::Marker> marker = {};
  svg::Style marker_style = {};
};

double legend_height(std::span<const LegendEntry> entries, double width);

// In the upper part of `box`, `legend_height` points of it.
void draw_legend(svg::Drawing& drawing, std::span<const LegendEntry> entries, const svg::Box& box);

// One key, its middle at `centre`: also used beside text that stands elsewhere.
void draw_key(svg::Drawing& drawing, const LegendEntry& entry, svg::Point centre, double width);

}  // namespace cgsd
