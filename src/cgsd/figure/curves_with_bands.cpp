#include "cgsd/figure/curves_with_bands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/legend.hpp"
#include "cgsd/figure/palette.hpp"

namespace cgsd {
namespace {

constexpr double kMarkSize = 3.6;
constexpr double kLineWidth = 1.1;
constexpr double kForemostWidth = 1.7;
constexpr double kBandOpacity = 0.22;

bool has_band(const Curve& curve, std::size_t i) { return !curve.band.empty() && std::isfinite(curve.band[i]); }

void check(const Curve& curve, std::size_t curves) {
  if (curve.like && *curve.like >= curves) {
    throw InvalidArgument(
        fmt::format("curve {} is to look like curve {}: there are {}", in_quotes(curve.name), *curve.like, curves));
  }
  if (curve.x.size() == curve.y.size() && (curve.band.empty() || curve.band.size() == curve.x.size())) return;
  throw InvalidArgument(fmt::format("curve {} has {} x, {} y and {} band values: must be equally many",
                                    in_quotes(curve.name), curve.x.size(), curve.y.size(), curve.band.size()));
}

SeriesLook look_in(const CurvesWithBands& figure, std::size_t i) { return look_of(figure.curves[i].like.value_or(i)); }

// Hollow marks let through what lies below them: where both agree, both are seen.
svg::Style mark_style(const Curve& curve, const SeriesLook& look) {
  return {.stroke = {.colour = look.colour, .width = 0.8}, .fill = {.colour = curve.marks_only ? "none" : look.colour}};
}

struct DataAxes {
  Axis x;
  Axis y;
};

DataAxes axes_of(const CurvesWithBands& figure) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Curve& curve : figure.curves) {
    xs.insert(xs.end(), curve.x.begin(), curve.x.end());
    ys.insert(ys.end(), curve.y.begin(), curve.y.end());
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (!has_band(curve, i)) continue;
      ys.push_back(curve.y[i] - curve.band[i]);
      ys.push_back(curve.y[i] + curve.band[i]);
    }
  }
  Axis y = rounded_outwards(axis_over(ys, figure.y_scale, 0.02), 6);
  if (y.low < figure.y_most) y.high = std::min(y.high, figure.y_most);
  return {axis_over(xs, figure.x_scale, 0.03), y};
}

std::vector<LegendEntry> legend_of(const CurvesWithBands& figure) {
  std::vector<LegendEntry> entries;
  bool any_band = false;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const Curve& curve = figure.curves[i];
    const SeriesLook look = look_in(figure, i);
    LegendEntry entry{.name = curve.name, .marker = look.marker};
    entry.marker_style = mark_style(curve, look);
    if (!curve.marks_only)
      entry.line = {.colour = look.colour, .width = curve.foremost ? kForemostWidth : kLineWidth, .dash = look.dash};
    if (!curve.band.empty()) entry.area = {.colour = look.colour, .opacity = kBandOpacity};
    any_band = any_band || !curve.band.empty();
    entries.push_back(entry);
  }
  if (any_band && !figure.band_name.empty()) {
    entries.push_back({.name = figure.band_name, .area = {.colour = kGrey, .opacity = kBandOpacity}});
  }
  return entries;
}

// The points that have a place, cut where one between them has none.
std::vector<std::vector<std::size_t>> stretches(const Frame& frame, const Curve& curve, bool with_band) {
  std::vector<std::vector<std::size_t>> found(1);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const svg::Point p = frame.at(curve.x[i], curve.y[i]);
    if (std::isfinite(p.x) && std::isfinite(p.y) && (!with_band || has_band(curve, i))) {
      found.back().push_back(i);
    } else if (!found.back().empty()) {
      found.emplace_back();
    }
  }
  return found;
}

void draw_band(svg::Drawing& drawing, const Frame& frame, const Curve& curve, const SeriesLook& look) {
  // On a logarithmic axis a band may reach below zero; it then ends at the axis.
  const auto inside = [&](double y) { return std::clamp(y, frame.y.low, frame.y.high); };
  for (const auto& stretch : stretches(frame, curve, true)) {
    std::vector<svg::Point> outline;
    outline.reserve(2 * stretch.size());
    for (const std::size_t i : stretch) outline.push_back(frame.at(curve.x[i], inside(curve.y[i] + curve.band[i])));
    for (auto i = stretch.rbegin(); i != stretch.rend(); ++i) {
      outline.push_back(frame.at(curve.x[*i], inside(curve.y[*i] - curve.band[*i])));
    }
    if (stretch.size() == 1) {  // of a single point the band is a bar
      drawing.line(outline[0], outline[1], {.colour = look.colour, .width = 0.8});
    } else {
      drawing.polygon(outline,
                      {.stroke = {.colour = "none"}, .fill = {.colour = look.colour, .opacity = kBandOpacity}});
    }
  }
}

void draw_curve(svg::Drawing& drawing, const Frame& frame, const Curve& curve, const SeriesLook& look) {
  for (const auto& stretch : stretches(frame, curve, false)) {
    std::vector<svg::Point> points;
    points.reserve(stretch.size());
    for (const std::size_t i : stretch) points.push_back(frame.at(curve.x[i], curve.y[i]));
    const double width = curve.foremost ? kForemostWidth : kLineWidth;
    if (!curve.marks_only) drawing.polyline(points, {.colour = look.colour, .width = width, .dash = look.dash});
    for (const svg::Point& point : points) {
      drawing.marker(look.marker, point, curve.marks_only ? kMarkSize + 1.6 : kMarkSize, mark_style(curve, look));
    }
  }
}

}  // namespace

std::string curves_with_bands(const CurvesWithBands& figure) {
  for (const Curve& curve : figure.curves) check(curve, figure.curves.size());
  svg::Drawing drawing(figure.width_mm, figure.height_mm,
                       figure.title.empty() ? figure.y_name + " over " + figure.x_name : figure.title);
  svg::Box box{kEdge, kEdge, drawing.width() - kEdge, drawing.height() - kEdge};
  draw_title(drawing, figure.title, box);
  const std::vector<LegendEntry> legend = legend_of(figure);
  draw_legend(drawing, legend, box);
  box.top += legend_height(legend, box.width()) + 3.0;
  const DataAxes axes = axes_of(figure);
  const FrameNames names{.x = figure.x_name, .y = figure.y_name};
  const Frame frame = fit_frame(box, axes.x, axes.y, names);
  draw_frame(drawing, frame, names);
  for (std::size_t i = 0; i < figure.curves.size(); ++i)
    draw_band(drawing, frame, figure.curves[i], look_in(figure, i));
  // Hollow marks come last: below a curve they would be hidden where both agree.
  const auto layer = [](const Curve& curve) { return curve.marks_only ? 2 : (curve.foremost ? 1 : 0); };
  for (const int drawn : {0, 1, 2}) {
    for (std::size_t i = 0; i < figure.curves.size(); ++i) {
      if (layer(figure.curves[i]) == drawn) draw_curve(drawing, frame, figure.curves[i], look_in(figure, i));
    }
  }
  return drawing.str();
}

}  // namespace cgsd
