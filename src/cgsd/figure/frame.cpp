#include "cgsd/figure/frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "cgsd/figure/palette.hpp"
#include "cgsd/figure/text_width.hpp"

namespace cgsd {
namespace {

constexpr double kGap = 3.0;          // between what stands side by side
constexpr double kTickSpacing = 6.0;  // between labels of neighbouring ticks
constexpr svg::Stroke kAxisLine{.colour = "#000000", .width = 0.6};

double widest_label(const std::vector<Tick>& ticks) {
  double widest = 0.0;
  for (const Tick& tick : ticks) widest = std::max(widest, text_width(tick.label, kTickSize));
  return widest;
}

double line_height(double size) { return size * (kCapHeight + kDescent); }

void draw_x_axis(svg::Drawing& drawing, const Frame& frame) {
  const svg::Box& area = frame.area;
  for (const Tick& tick : frame.x_ticks) {
    const double x = frame.at(tick.value, frame.y.low).x;
    drawing.line({x, area.bottom}, {x, area.bottom + kTickLength}, kAxisLine);
    drawing.text({.words = tick.label,
                  .at = {x, area.bottom + kTickLength + kGap - 1.0 + kTickSize * kCapHeight},
                  .size = kTickSize,
                  .anchor = svg::Anchor::middle});
  }
}

void draw_y_axis(svg::Drawing& drawing, const Frame& frame) {
  const svg::Box& area = frame.area;
  for (const Tick& tick : frame.y_ticks) {
    const double y = frame.at(frame.x.low, tick.value).y;
    drawing.line({area.left, y}, {area.right, y}, {.colour = kLightGrey, .width = 0.4});
    drawing.line({area.left - kTickLength, y}, {area.left, y}, kAxisLine);
    drawing.text({.words = tick.label,
                  .at = {area.left - kTickLength - kGap + 1.0, y + 0.5 * kTickSize * kCapHeight},
                  .size = kTickSize,
                  .anchor = svg::Anchor::end});
  }
}

}  // namespace

svg::Point Frame::at(double x_value, double y_value) const {
  return {area.left + axis_position(x, x_value) * area.width(),
          area.bottom - axis_position(y, y_value) * area.height()};
}

std::vector<Tick> ticks_side_by_side(const Axis& axis, double length, int most) {
  for (int count = std::clamp(static_cast<int>(length / 22.0), 2, std::max(2, most)); count > 1; --count) {
    std::vector<Tick> ticks = axis_ticks(axis, count);
    bool fits = true;
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      const double apart =
          std::abs(axis_position(axis, ticks[i].value) - axis_position(axis, ticks[i - 1].value)) * length;
      const double needed = 0.5 * (text_width(ticks[i].label, kTickSize) + text_width(ticks[i - 1].label, kTickSize));
      fits = fits && apart >= needed + kTickSpacing;
    }
    if (fits) return ticks;
  }
  return axis_ticks(axis, 1);
}

svg::Text fitted(svg::Text text, double room) {
  text.whole = text.words;
  text.words = text_cut_to(text.words, text.size, room);
  return text;
}

Frame fit_frame(const svg::Box& outer, const Axis& x, const Axis& y, const FrameNames& names) {
  Frame frame{.outer = outer, .area = outer, .x = x, .y = y, .x_ticks = {}, .y_ticks = {}};
  frame.area.top += 0.5 * kTickSize * kCapHeight;  // half of the uppermost label
  if (names.x_ticks) frame.area.bottom -= kTickLength + kGap + line_height(kTickSize);
  frame.area.bottom -= names.x_space;
  if (!names.x.empty()) frame.area.bottom -= line_height(kNameSize) + 1.0;
  frame.y_ticks = axis_ticks(y, std::clamp(static_cast<int>(frame.area.height() / 14.0), 2, 8));
  frame.area.left += widest_label(frame.y_ticks) + kTickLength + kGap;
  if (!names.y.empty()) frame.area.left += line_height(kNameSize) + kGap;
  if (names.x_ticks) {
    // No more ticks than whole numbers: then the step is one of them.
    const int most_x_ticks = names.x_whole ? static_cast<int>(std::min(8.0, std::floor(x.high - x.low))) + 1 : 9;
    // The first and last label may stand out by half their width; the room for that changes no tick but moves them.
    frame.x_ticks = ticks_side_by_side(x, frame.area.width(), most_x_ticks);
    for (const Tick& tick : frame.x_ticks) {
      const double beyond =
          0.5 * text_width(tick.label, kTickSize) - (1.0 - axis_position(x, tick.value)) * frame.area.width();
      frame.area.right = std::min(frame.area.right, outer.right - std::max(0.0, beyond));
    }
    frame.x_ticks = ticks_side_by_side(x, frame.area.width(), most_x_ticks);
  }
  return frame;
}

void draw_frame(svg::Drawing& drawing, const Frame& frame, const FrameNames& names) {
  const svg::Box& area = frame.area;
  draw_y_axis(drawing, frame);
  draw_x_axis(drawing, frame);
  drawing.line({area.left, area.bottom}, {area.right, area.bottom}, kAxisLine);
  drawing.line({area.left, area.top}, {area.left, area.bottom}, kAxisLine);
  drawing.text(fitted({.words = names.x,
                       .at = {0.5 * (area.left + area.right), frame.outer.bottom - kNameSize * kDescent},
                       .size = kNameSize,
                       .anchor = svg::Anchor::middle},
                      2.0 * std::min(frame.outer.right - 0.5 * (area.left + area.right),
                                     0.5 * (area.left + area.right) - frame.outer.left)));
  drawing.text(fitted({.words = names.y,
                       .at = {frame.outer.left + kNameSize * kCapHeight, 0.5 * (area.top + area.bottom)},
                       .size = kNameSize,
                       .anchor = svg::Anchor::middle,
                       .upwards = true},
                      area.height()));
}

std::vector<svg::Box> panels_in(const svg::Box& box, std::size_t count, std::size_t columns, double gap) {
  const std::size_t rows = (count + columns - 1) / columns;
  const double width = (box.width() - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
  const double height = (box.height() - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows);
  std::vector<svg::Box> panels;
  for (std::size_t i = 0; i < count; ++i) {
    const double left = box.left + static_cast<double>(i % columns) * (width + gap);
    const std::size_t row = i / columns;
    const double top = box.top + static_cast<double>(row) * (height + gap);
    panels.push_back({left, top, left + width, top + height});
  }
  return panels;
}

void draw_title(svg::Drawing& drawing, const std::string& title, svg::Box& box) {
  if (title.empty()) return;
  const svg::Point at{box.left, box.top + kTitleSize * kCapHeight};
  drawing.text(fitted({.words = title, .at = at, .size = kTitleSize}, box.width()));
  box.top += kTitleSize + 3.0;
}

}  // namespace cgsd
