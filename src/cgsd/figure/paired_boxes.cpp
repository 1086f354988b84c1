#include "cgsd/figure/paired_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/legend.hpp"
#include "cgsd/figure/palette.hpp"
#include "cgsd/figure/text_width.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

constexpr int kNameLines = 2;
constexpr double kLongestTurnedName = 90.0;  // points

void check(const PairedBoxes& figure) {
  for (const BoxGroup& group : figure.groups) {
    const std::size_t most = std::max(group.samples.size(), group.printed.size());
    if (most <= figure.methods.size()) continue;
    throw InvalidArgument(fmt::format("data set {} has scores of {} methods: there are {}", in_quotes(group.name), most,
                                      figure.methods.size()));
  }
}

bool any_printed(const PairedBoxes& figure) {
  return std::any_of(figure.groups.begin(), figure.groups.end(), [](const BoxGroup& group) {
    return std::any_of(group.printed.begin(), group.printed.end(), [](double v) { return std::isfinite(v); });
  });
}

bool is_foremost(const PairedBoxes& figure, std::size_t method) {
  return std::ranges::find(figure.foremost, method) != figure.foremost.end();
}

// Foremost methods have the first looks, wherever they stand. Black would be louder than they are, so that grey takes its place.
SeriesLook look_in(const PairedBoxes& figure, std::size_t method) {
  if (figure.foremost.empty()) return look_of(method);
  const auto before =
      static_cast<std::size_t>(std::ranges::count_if(figure.foremost, [&](std::size_t i) { return i < method; }));
  SeriesLook look = look_of(is_foremost(figure, method) ? before : figure.foremost.size() + method - before);
  if (look.colour == kBlack) look.colour = kMiddleGrey;
  return look;
}

svg::Fill area_of(const SeriesLook& look, bool foremost) {
  if (foremost) return {.colour = look.colour, .opacity = 0.85};
  return {.colour = look.colour, .opacity = look.hatch == svg::Hatch::none ? 0.3 : 0.75, .hatch = look.hatch};
}

svg::Style printed_style() { return {.stroke = {.colour = kBlack, .width = 0.8}, .fill = {.colour = "#ffffff"}}; }

std::vector<LegendEntry> legend_of(const PairedBoxes& figure) {
  std::vector<LegendEntry> entries = {};
  for (std::size_t i = 0; i < figure.methods.size(); ++i) {
    const SeriesLook look = look_in(figure, i);
    entries.push_back(
        {.name = figure.methods[i],
         .area = area_of(look, is_foremost(figure, i)),
         .marker = look.marker,
         .marker_style = {.stroke = {.colour = look.colour, .width = 0.6}, .fill = {.colour = look.colour}}});
  }
  if (any_printed(figure)) {
    entries.push_back({.name = figure.printed_name, .marker = svg::Marker::diamond, .marker_style = printed_style()});
  }
  return entries;
}

Axis scores_axis(const PairedBoxes& figure) {
  std::vector<double> all = {};
  for (const BoxGroup& group : figure.groups) {
    for (const auto& sample : group.samples) all.insert(all.end(), sample.begin(), sample.end());
    all.insert(all.end(), group.printed.begin(), group.printed.end());
  }
  Axis axis = rounded_outwards(axis_over(all, AxisScale::linear, 0.04), 6);
  if (axis.low < figure.most) axis.high = std::min(axis.high, figure.most);
  return axis;
}

// Where a box stands, its middle and half its width in points, and how it looks.
struct Place {
  double middle;
  double half;
  SeriesLook look;
  bool foremost;
  bool outlined;  // its median and its points in black: all if none is foremost
};

void draw_box(svg::Drawing& drawing, const Frame& frame, const Place& place, std::span<const double> values) {
  const SampleSummary summary = summarise(values);
  const double reach = 1.5 * (summary.upper_quartile - summary.lower_quartile);
  double low = summary.median;
  double high = summary.median;
  for (const double value : values) {
    if (value >= summary.lower_quartile - reach) low = std::min(low, value);
    if (value <= summary.upper_quartile + reach) high = std::max(high, value);
  }
  const auto y = [&](double value) { return frame.at(0.0, value).y; };
  const svg::Stroke line{.colour = place.look.colour, .width = place.foremost ? 1.6 : 0.8};
  drawing.line({place.middle, y(high)}, {place.middle, y(summary.upper_quartile)}, line);
  drawing.line({place.middle, y(low)}, {place.middle, y(summary.lower_quartile)}, line);
  for (const double end : {low, high}) {
    drawing.line({place.middle - 0.5 * place.half, y(end)}, {place.middle + 0.5 * place.half, y(end)}, line);
  }
  const svg::Box box{place.middle - place.half, y(summary.upper_quartile), place.middle + place.half,
                     y(summary.lower_quartile)};
  drawing.rectangle(box, {.stroke = {.colour = "none"}, .fill = {.colour = "#ffffff"}});
  drawing.rectangle(box, {.stroke = line, .fill = area_of(place.look, place.foremost)});
  drawing.line({box.left, y(summary.median)}, {box.right, y(summary.median)},
               {.colour = place.outlined ? kBlack : place.look.colour, .width = 1.4});
}

void draw_points(svg::Drawing& drawing, const Frame& frame, const Place& place, std::span<const double> sample) {
  const double step = sample.size() > 1 ? 1.4 * place.half / static_cast<double>(sample.size() - 1) : 0.0;
  const double first = sample.size() > 1 ? -0.7 * place.half : 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double x = place.middle + first + step * static_cast<double>(i);
    const double radius = place.foremost ? std::min(3.4, 0.75 * place.half) : std::min(2.6, 0.6 * place.half);
    drawing.marker(place.look.marker, {x, frame.at(0.0, sample[i]).y}, radius,
                   {.stroke = {.colour = place.outlined ? kBlack : place.look.colour, .width = 0.3},
                    .fill = {.colour = place.look.colour}});
  }
}

void draw_group(svg::Drawing& drawing, const Frame& frame, const PairedBoxes& figure, std::size_t g) {
  const BoxGroup& group = figure.groups[g];
  const double slot = frame.area.width() / static_cast<double>(figure.groups.size());
  const double box_slot = std::min(0.84 * slot / static_cast<double>(figure.methods.size()), 20.0);
  const double start = frame.area.left + slot * (static_cast<double>(g) + 0.5) -
                       0.5 * box_slot * static_cast<double>(figure.methods.size());
  for (std::size_t i = 0; i < figure.methods.size(); ++i) {
    const Place place{start + box_slot * (static_cast<double>(i) + 0.5), 0.4 * box_slot, look_in(figure, i),
                      is_foremost(figure, i), figure.foremost.empty() || is_foremost(figure, i)};
    const std::vector<double> sample = i < group.samples.size() ? group.samples[i] : std::vector<double>{};
    std::vector<double> values;
    std::copy_if(sample.begin(), sample.end(), std::back_inserter(values), [](double v) { return std::isfinite(v); });
    if (!values.empty()) draw_box(drawing, frame, place, values);
    if (i < group.printed.size()) {  // below the points, which are smaller
      drawing.marker(svg::Marker::diamond, {place.middle, frame.at(0.0, group.printed[i]).y},
                     std::min(5.0, 1.4 * place.half), printed_style());
    }
    draw_points(drawing, frame, place, sample);
  }
}

// Names of the data sets: in one or two lines where all fit so, else upwards.
struct GroupNames {
  std::vector<std::vector<std::string>> lines = {};
  double height = 0.0;
  bool upwards = false;
  double size = kNameSize;
};

GroupNames names_in_lines(const PairedBoxes& figure, double slot, double size) {
  GroupNames names;
  names.size = size;
  std::size_t most = 1;
  for (const BoxGroup& group : figure.groups) {
    names.lines.push_back(text_in_lines(group.name, size, slot - 3.0, kNameLines));
    names.upwards = names.upwards || (names.lines.back().empty() && !group.name.empty());
    most = std::max(most, names.lines.back().size());
  }
  names.height = static_cast<double>(most) * (kNameSize + 1.5) + 2.5;
  return names;
}

GroupNames layout_names(const PairedBoxes& figure, double slot) {
  GroupNames names;
  for (const double size : {kNameSize, kNameSize - 0.5, kNameSize - 1.0}) {
    names = names_in_lines(figure, slot, size);
    if (!names.upwards) return names;
  }
  names.size = kNameSize;
  double widest = 0.0;
  for (std::size_t g = 0; g < figure.groups.size(); ++g) {
    names.lines[g] = {text_cut_to(figure.groups[g].name, kNameSize, kLongestTurnedName)};
    widest = std::max(widest, text_width(names.lines[g][0], kNameSize));
  }
  names.height = widest + 5.0;
  return names;
}

void draw_names(svg::Drawing& drawing, const Frame& frame, const PairedBoxes& figure, const GroupNames& names) {
  const double slot = frame.area.width() / static_cast<double>(figure.groups.size());
  // Upwards in a slot narrower than a line only every second, third … name has room.
  const auto stride = static_cast<std::size_t>(names.upwards ? std::max(1.0, std::ceil(kNameSize / slot)) : 1.0);
  for (std::size_t g = 0; g < figure.groups.size(); g += stride) {
    const double middle = frame.area.left + slot * (static_cast<double>(g) + 0.5);
    svg::Point at{middle, frame.area.bottom + 3.0 + kNameSize * kCapHeight};
    if (names.upwards) at = {middle + 0.5 * kNameSize * kCapHeight, frame.area.bottom + 3.0};
    for (const std::string& line : names.lines[g]) {
      drawing.text({.words = line,
                    .at = at,
                    .size = names.size,
                    .anchor = names.upwards ? svg::Anchor::end : svg::Anchor::middle,
                    .upwards = names.upwards,
                    .whole = names.upwards ? figure.groups[g].name : ""});
      at.y += kNameSize + 1.5;
    }
  }
}

}  // namespace

std::string paired_boxes(const PairedBoxes& figure) {
  check(figure);
  svg::Drawing drawing(figure.width_mm, figure.height_mm,
                       figure.title.empty() ? figure.value_name + " by data set and method" : figure.title);
  svg::Box box{kEdge, kEdge, drawing.width() - kEdge, drawing.height() - kEdge};
  draw_title(drawing, figure.title, box);
  const std::vector<LegendEntry> legend = legend_of(figure);
  draw_legend(drawing, legend, box);
  box.top += legend_height(legend, box.width()) + 3.0;
  const double groups = std::max(1.0, static_cast<double>(figure.groups.size()));
  const Axis x{AxisScale::linear, 0.0, groups};
  const Axis y = scores_axis(figure);
  // The room beside the y axis does not depend on the names, so a first frame tells how wide a slot is.
  FrameNames names{.x = {}, .y = figure.value_name, .x_ticks = false};
  const GroupNames group_names = layout_names(figure, fit_frame(box, x, y, names).area.width() / groups);
  names.x_space = group_names.height;
  const Frame frame = fit_frame(box, x, y, names);
  draw_frame(drawing, frame, names);
  for (std::size_t g = 0; g < figure.groups.size(); ++g) draw_group(drawing, frame, figure, g);
  draw_names(drawing, frame, figure, group_names);
  return drawing.str();
}

}  // namespace cgsd
