#include "cgsd/figure/curvature_histograms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/legend.hpp"
#include "cgsd/figure/palette.hpp"
#include "cgsd/figure/tail_bins.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

constexpr double kHistogramGap = 9.0;     // between panels
constexpr double kHistogramWidth = 86.0;  // points: what a panel needs to be legible
constexpr double kHead = 40.0;            // title, edges and two medians
constexpr double kPlot = 84.0;            // data area with its tick labels and name
constexpr double kNote = 8.5;             // a line below the axis
constexpr double kSideName = 10.0;        // the name of all y axes, at the left edge

// Beyond the bins, in parts of their range: a space, then the bar of a tail.
constexpr double kTailSpace = 0.05;
constexpr double kTailBar = 0.06;

struct Kind {
  std::vector<double> sorted = {};
  std::vector<double> shares = {};
  double median = 0.0;
  std::size_t look = 0;
};

struct Panel {
  std::string title = {};
  std::array<Kind, 2> kinds = {};  // within, between
  std::size_t edges = 0;
  TailBins bins = {};
  std::vector<std::string> notes = {};
  double length() const { return bins.last() - bins.first; }
};

std::vector<double> sorted_finite(std::span<const double> values) {
  std::vector<double> kept = {};
  for (const double value : values) {
    if (std::isfinite(value)) kept.push_back(std::clamp(value, -1e15, 1e15));  // bins beyond have no exact edges
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

std::string percent(std::size_t part, std::size_t whole) {
  return number_label(100.0 * static_cast<double>(part) / static_cast<double>(whole), 2) + " %";
}

Panel prepared(const CurvaturePanel& input) {
  Panel panel{.title = input.title};
  panel.kinds[0] = {.sorted = sorted_finite(input.within), .look = 0};
  panel.kinds[1] = {.sorted = sorted_finite(input.between), .look = 1};
  std::vector<double> all = {};
  for (const Kind& kind : panel.kinds) all.insert(all.end(), kind.sorted.begin(), kind.sorted.end());
  std::sort(all.begin(), all.end());
  panel.edges = all.size();
  if (all.empty()) return panel;
  panel.bins = tail_bins(all);
  for (Kind& kind : panel.kinds) {
    kind.shares = shares_in(panel.bins, kind.sorted);
    kind.median = quantile_of_sorted(kind.sorted, 0.5);
  }
  if (panel.bins.below > 0) {
    panel.notes.push_back(fmt::format("left bar: < {} ({})", number_label(panel.bins.below_limit, 3),
                                      percent(panel.bins.below, panel.edges)));
  }
  if (panel.bins.above > 0) {
    panel.notes.push_back(fmt::format("right bar: > {} ({})", number_label(panel.bins.above_limit, 3),
                                      percent(panel.bins.above, panel.edges)));
  }
  return panel;
}

LegendEntry key_of(const std::string& name, std::size_t series) {
  const SeriesLook look = look_of(series);
  const bool plain = look.hatch == svg::Hatch::none;
  return {.name = name,
          .line = {.colour = look.colour, .width = 1.1, .dash = look.dash},
          .area = {.colour = look.colour, .opacity = plain ? 0.3 : 0.8, .hatch = look.hatch}};
}

// Lower edge, upper edge of bin b, counted with the tails: 0 is the left one.
std::array<double, 2> edges_of_bar(const Panel& panel, std::size_t b) {
  const TailBins& bins = panel.bins;
  if (b == 0) return {bins.first - (kTailSpace + kTailBar) * panel.length(), bins.first - kTailSpace * panel.length()};
  if (b == bins.count + 1)
    return {bins.last() + kTailSpace * panel.length(), bins.last() + (kTailSpace + kTailBar) * panel.length()};
  const double left = bins.first + bins.width * static_cast<double>(b - 1);
  return {left, left + bins.width};
}

void draw_bars(svg::Drawing& drawing, const Frame& frame, const Panel& panel, const Kind& kind) {
  const LegendEntry key = key_of("", kind.look);
  const auto draw_run = [&](std::size_t from, std::size_t to) {
    std::vector<svg::Point> outline = {frame.at(edges_of_bar(panel, from)[0], 0.0)};
    for (std::size_t b = from; b < to; ++b) {
      for (const double edge : edges_of_bar(panel, b)) outline.push_back(frame.at(edge, kind.shares[b]));
    }
    outline.push_back(frame.at(edges_of_bar(panel, to - 1)[1], 0.0));
    drawing.polygon(outline, {.stroke = {.colour = "none"}, .fill = key.area});
    drawing.polyline(outline, {.colour = key.line.colour, .width = 0.8, .dash = key.line.dash});
  };
  if (panel.bins.below > 0) draw_run(0, 1);
  draw_run(1, panel.bins.count + 1);
  if (panel.bins.above > 0) draw_run(panel.bins.count + 1, panel.bins.count + 2);
}

// The axis is interrupted where it leaps to the bar of a tail.
void draw_leaps(svg::Drawing& drawing, const Frame& frame, const Panel& panel) {
  const svg::Stroke white{.colour = "#ffffff", .width = 1.6};
  const TailBins& bins = panel.bins;
  const auto leap = [&](double from, double to) { drawing.line(frame.at(from, 0.0), frame.at(to, 0.0), white); };
  if (bins.below > 0) leap(edges_of_bar(panel, 0)[1], bins.first);
  if (bins.above > 0) leap(bins.last(), edges_of_bar(panel, bins.count + 1)[0]);
}

void draw_median(svg::Drawing& drawing, const Frame& frame, const Panel& panel, const Kind& kind) {
  const TailBins& bins = panel.bins;
  double value = kind.median;
  if (value < bins.first) value = 0.5 * (edges_of_bar(panel, 0)[0] + edges_of_bar(panel, 0)[1]);
  if (value > bins.last())
    value = 0.5 * (edges_of_bar(panel, bins.count + 1)[0] + edges_of_bar(panel, bins.count + 1)[1]);
  const SeriesLook look = look_of(kind.look);
  const double x = frame.at(value, 0.0).x;
  drawing.line({x, frame.area.top}, {x, frame.area.bottom}, {.colour = look.colour, .width = 1.0, .dash = look.dash});
  drawing.marker(
      svg::Marker::triangle_down, {x, frame.area.top - 1.0}, 4.0,
      {.stroke = {.colour = look.colour, .width = 0.7}, .fill = {.colour = kind.look == 0 ? look.colour : "#ffffff"}});
}

Frame frame_of(const Panel& panel, const svg::Box& box, const FrameNames& names) {
  const double beyond = (kTailSpace + kTailBar) * panel.length();
  double highest = 1e-9;
  for (const Kind& kind : panel.kinds) {
    if (!kind.sorted.empty()) highest = std::max(highest, *std::max_element(kind.shares.begin(), kind.shares.end()));
  }
  const double margin = panel.bins.count < 4 ? panel.bins.width : 0.0;
  const Axis x{AxisScale::linear, panel.bins.first - margin - (panel.bins.below > 0 ? beyond : 0.0),
               panel.bins.last() + margin + (panel.bins.above > 0 ? beyond : 0.0)};
  return fit_frame(box, x, {AxisScale::linear, 0.0, 1.06 * highest}, names);
}

void draw_head(svg::Drawing& drawing, const Panel& panel, const svg::Box& box) {
  double y = box.top + kTitleSize * kCapHeight;
  drawing.text(fitted({.words = panel.title, .at = {box.left, y}, .size = kTitleSize}, box.width()));
  y += 9.5;
  const std::string edges = panel.edges == 0   ? "no edges"
                            : panel.edges == 1 ? "1 edge"
                                               : grouped(panel.edges) + " edges";
  drawing.text(fitted({.words = edges, .at = {box.left, y}, .size = kTickSize}, box.width()));
  if (panel.edges == 0) return;
  for (const Kind& kind : panel.kinds) {
    y += 9.0;
    draw_key(drawing, key_of("", kind.look), {box.left + 6.0, y - 0.5 * kTickSize * kCapHeight}, 12.0);
    std::string words = percent(kind.sorted.size(), panel.edges);
    if (!kind.sorted.empty()) words += ", median " + number_label(kind.median, 3);
    drawing.text(fitted({.words = words, .at = {box.left + 15.0, y}, .size = kTickSize}, box.width() - 15.0));
  }
}

void draw_panel(svg::Drawing& drawing, const Panel& panel, svg::Box box, const FrameNames& names) {
  draw_head(drawing, panel, box);
  if (panel.edges == 0) return;
  box.top += kHead;
  const double notes_top = box.bottom - names.x_space;
  box.bottom = notes_top;
  FrameNames above = names;
  above.x_space = 0.0;
  const Frame frame = frame_of(panel, box, above);
  draw_frame(drawing, frame, above);
  draw_leaps(drawing, frame, panel);
  for (auto kind = panel.kinds.rbegin(); kind != panel.kinds.rend(); ++kind) {
    if (!kind->sorted.empty()) draw_bars(drawing, frame, panel, *kind);
  }
  for (const Kind& kind : panel.kinds) {
    if (!kind.sorted.empty()) draw_median(drawing, frame, panel, kind);
  }
  for (std::size_t i = 0; i < panel.notes.size(); ++i) {
    drawing.text(fitted({.words = panel.notes[i],
                         .at = {box.left, notes_top + kNote * static_cast<double>(i + 1) - kTickSize * kDescent},
                         .size = kTickSize},
                        box.width()));
  }
}

// One name for the y axes of a row: theirs is the same.
void draw_side_names(svg::Drawing& drawing, std::span<const svg::Box> panels, double notes) {
  for (const svg::Box& panel : panels) {
    if (panel.left > panels[0].left + 1.0) continue;
    const double middle = 0.5 * (panel.top + kHead + panel.bottom - notes - 20.0);
    drawing.text({.words = "share of edges (%)",
                  .at = {kEdge + kNameSize * kCapHeight, middle},
                  .size = kNameSize,
                  .anchor = svg::Anchor::middle,
                  .upwards = true});
  }
}

}  // namespace

std::string curvature_histograms(const CurvatureHistograms& figure) {
  std::vector<Panel> panels = {};
  for (const CurvaturePanel& input : figure.panels) panels.push_back(prepared(input));
  if (panels.empty()) panels.emplace_back();
  std::size_t notes = 0;
  for (const Panel& panel : panels) notes = std::max(notes, panel.notes.size());
  const FrameNames names{.x = figure.value_name, .y = {}, .x_space = kNote * static_cast<double>(notes)};
  const double width = figure.width_mm * svg::kPointsPerMillimetre - 2.0 * kEdge;
  const auto legible =
      static_cast<std::size_t>(std::max(1.0, (width - kSideName + kHistogramGap) / (kHistogramWidth + kHistogramGap)));
  const std::size_t columns =
      std::min(panels.size(), figure.columns > 0 ? static_cast<std::size_t>(figure.columns) : legible);
  const std::size_t row_count = (panels.size() + columns - 1) / columns;
  const auto rows = static_cast<double>(row_count);
  LegendEntry median{.name = "median", .line = {.colour = kGrey, .width = 1.2}, .marker = svg::Marker::triangle_down};
  median.marker_style = {.stroke = {.colour = kGrey}, .fill = {.colour = kGrey}};
  const std::vector<LegendEntry> legend = {key_of(figure.within_name, 0), key_of(figure.between_name, 1), median};
  const double title = figure.title.empty() ? 0.0 : kTitleSize + 3.0;
  const double head = legend_height(legend, width) + 4.0 + title;
  const double height = 2.0 * kEdge + head + rows * (kHead + kPlot + names.x_space + kHistogramGap) - kHistogramGap;
  svg::Drawing drawing(
      figure.width_mm, height / svg::kPointsPerMillimetre,
      figure.title.empty() ? figure.value_name + " of edges within and between communities" : figure.title);
  svg::Box top{kEdge, kEdge, kEdge + width, height};
  draw_title(drawing, figure.title, top);
  draw_legend(drawing, legend, top);
  const std::vector<svg::Box> places = panels_in({kEdge + kSideName, kEdge + head, kEdge + width, height - kEdge},
                                                 panels.size(), columns, kHistogramGap);
  draw_side_names(drawing, places, names.x_space);
  for (std::size_t i = 0; i < panels.size(); ++i) draw_panel(drawing, panels[i], places[i], names);
  return drawing.str();
}

}  // namespace cgsd
