#include "cgsd/figure/loss_curves.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/legend.hpp"
#include "cgsd/figure/palette.hpp"

namespace cgsd {
namespace {

constexpr double kCurveWidth = 105.0;  // points: what a panel needs to be legible
constexpr double kPanelHeight = 105.0;
constexpr double kCurveGap = 10.0;

struct Spread {
  bool any = false;
  bool wide = false;  // positive, over more than two powers of ten
};

Spread spread_of(const std::vector<double>& values) {
  double low = INFINITY;
  double high = -INFINITY;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low <= high, low > 0.0 && high > 100.0 * low};
}

void draw_line(svg::Drawing& drawing, const Frame& frame, const LossCurve& loss) {
  const SeriesLook look = look_of(0);
  std::vector<svg::Point> stretch;
  const auto finish = [&] {
    drawing.polyline(stretch, {.colour = look.colour, .width = 1.1});
    if (stretch.size() == 1) {  // a single epoch is a point
      drawing.marker(look.marker, stretch[0], 3.0, {.stroke = {.colour = "none"}, .fill = {.colour = look.colour}});
    }
    stretch.clear();
  };
  for (std::size_t i = 0; i < loss.values.size(); ++i) {
    const svg::Point point = frame.at(static_cast<double>(i + 1), loss.values[i]);
    if (std::isfinite(point.y)) {
      stretch.push_back(point);
    } else {
      finish();
    }
  }
  finish();
}

void draw_panel(svg::Drawing& drawing, svg::Box box, const LossCurve& loss, const LossCurves& figure) {
  const Spread spread = spread_of(loss.values);
  drawing.text(fitted({.words = loss.name + (spread.wide ? " (log)" : ""),
                       .at = {box.left, box.top + kTitleSize * kCapHeight},
                       .size = kTitleSize},
                      box.width()));
  box.top += kTitleSize + 1.5;
  if (!spread.any) {
    drawing.text({.words = "no values",
                  .at = {0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom)},
                  .size = kNameSize,
                  .anchor = svg::Anchor::middle,
                  .colour = kGrey});
    return;
  }
  const double epochs = std::max(2.0, static_cast<double>(loss.values.size()));
  const AxisScale scale = spread.wide ? AxisScale::logarithmic : AxisScale::linear;
  const FrameNames names{.x = figure.x_name, .y = {}, .x_whole = true};
  const Frame frame = fit_frame(box, {AxisScale::linear, 1.0, epochs}, axis_over(loss.values, scale, 0.06), names);
  draw_frame(drawing, frame, names);
  if (figure.kept_epoch && *figure.kept_epoch >= 1 && *figure.kept_epoch <= loss.values.size()) {
    const double x = frame.at(static_cast<double>(*figure.kept_epoch), frame.y.low).x;
    drawing.line({x, frame.area.top}, {x, frame.area.bottom},
                 {.colour = look_of(1).colour, .width = 0.8, .dash = svg::Dash::dashed});
  }
  draw_line(drawing, frame, loss);
}

}  // namespace

std::string loss_curves(const LossCurves& figure) {
  const double width = figure.width_mm * svg::kPointsPerMillimetre - 2.0 * kEdge;
  const std::size_t count = std::max<std::size_t>(1, figure.losses.size());
  const auto legible = static_cast<std::size_t>(std::max(1.0, (width + kCurveGap) / (kCurveWidth + kCurveGap)));
  const std::size_t columns = std::min(count, figure.columns > 0 ? static_cast<std::size_t>(figure.columns) : legible);
  const std::size_t rows = (count + columns - 1) / columns;
  std::vector<LegendEntry> legend;
  if (figure.kept_epoch) {
    legend.push_back({.name = fmt::format("kept: {} {}", figure.x_name, *figure.kept_epoch),
                      .line = {.colour = look_of(1).colour, .width = 0.8, .dash = svg::Dash::dashed}});
  }
  const double title = figure.title.empty() ? 0.0 : kTitleSize + 3.0;
  const double head = legend_height(legend, width) + (legend.empty() ? 0.0 : 3.0) + title;
  const double height = 2.0 * kEdge + head + static_cast<double>(rows) * (kPanelHeight + kCurveGap) - kCurveGap;
  svg::Drawing drawing(figure.width_mm, height / svg::kPointsPerMillimetre,
                       figure.title.empty() ? "losses over " + figure.x_name : figure.title);
  svg::Box box{kEdge, kEdge, kEdge + width, height - kEdge};
  draw_title(drawing, figure.title, box);
  draw_legend(drawing, legend, box);
  const std::vector<svg::Box> panels =
      panels_in({box.left, box.top + head - title, box.right, box.bottom}, count, columns, kCurveGap);
  for (std::size_t i = 0; i < figure.losses.size(); ++i) draw_panel(drawing, panels[i], figure.losses[i], figure);
  if (figure.losses.empty()) draw_panel(drawing, panels[0], {}, figure);
  return drawing.str();
}

}  // namespace cgsd
