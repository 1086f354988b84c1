#include "cgsd/figure/legend.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/text_width.hpp"

namespace cgsd {
namespace {

constexpr double kKeyWidth = 18.0;
constexpr double kLegendRow = 10.5;
constexpr double kBetween = 9.0;  // entries
constexpr double kBeside = 3.0;   // key and name

double width_of(const LegendEntry& entry, double most) {
  return kKeyWidth + kBeside + std::min(text_width(entry.name, kNameSize), most - kKeyWidth - kBeside);
}

// The upper left corner of each entry, relative to the legend.
std::vector<svg::Point> places_of(std::span<const LegendEntry> entries, double width) {
  std::vector<svg::Point> places;
  svg::Point next;
  for (const LegendEntry& entry : entries) {
    const double needed = width_of(entry, width);
    if (next.x > 0.0 && next.x + needed > width) next = {0.0, next.y + kLegendRow};
    places.push_back(next);
    next.x += needed + kBetween;
  }
  return places;
}

}  // namespace

double legend_height(std::span<const LegendEntry> entries, double width) {
  return entries.empty() ? 0.0 : places_of(entries, width).back().y + kLegendRow;
}

void draw_key(svg::Drawing& drawing, const LegendEntry& entry, svg::Point centre, double width) {
  const double half = 0.5 * width;
  if (entry.area.colour != "none") {
    const svg::Box box{centre.x - half, centre.y - 3.2, centre.x + half, centre.y + 3.2};
    drawing.rectangle(box, {.stroke = {.colour = "none"}, .fill = {.colour = "#ffffff"}});
    drawing.rectangle(box, {.stroke = {.colour = "none"}, .fill = entry.area});
  }
  if (entry.line.colour != "none") drawing.line({centre.x - half, centre.y}, {centre.x + half, centre.y}, entry.line);
  if (entry.marker) drawing.marker(*entry.marker, centre, 4.0, entry.marker_style);
}

void draw_legend(svg::Drawing& drawing, std::span<const LegendEntry> entries, const svg::Box& box) {
  const std::vector<svg::Point> places = places_of(entries, box.width());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const svg::Point corner{box.left + places[i].x, box.top + places[i].y};
    const double middle = corner.y + 0.5 * kLegendRow - 1.0;
    draw_key(drawing, entries[i], {corner.x + 0.5 * kKeyWidth, middle}, kKeyWidth);
    drawing.text(fitted({.words = entries[i].name,
                         .at = {corner.x + kKeyWidth + kBeside, middle + 0.5 * kNameSize * kCapHeight},
                         .size = kNameSize},
                        box.width() - kKeyWidth - kBeside));
  }
}

}  // namespace cgsd
