#include "cgsd/figure/critical_difference.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/figure/axis.hpp"
#include "cgsd/figure/frame.hpp"
#include "cgsd/figure/palette.hpp"
#include "cgsd/figure/text_width.hpp"

namespace cgsd {
namespace {

constexpr double kLabelRow = 10.0;              // of a label
constexpr double kBarStep = 4.0;                // from bar to bar
constexpr double kRulerRoom = 18.0;             // above the axis' labels
constexpr const char* kSpace = "\u00a0\u00a0";  // plain spaces would be joined
constexpr double kAxisRoom = 12.0;              // the axis' labels

void check(const CriticalDifference& figure) {
  if (figure.methods.size() != figure.mean_ranks.size()) {
    throw InvalidArgument(fmt::format("{} methods have {} mean ranks: must be equally many", figure.methods.size(),
                                      figure.mean_ranks.size()));
  }
  for (const auto& group : figure.groups) {
    for (const std::size_t method : group) {
      if (method >= figure.methods.size()) {
        throw InvalidArgument(fmt::format("a group names method {}: there are {}", method, figure.methods.size()));
      }
    }
  }
}

std::vector<std::size_t> methods_by_rank(const std::vector<double>& ranks) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !std::isfinite(ranks[i]); });
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  return order;
}

struct Bar {
  double from;  // ranks
  double to;
  std::size_t level;
};

// Every bar on the first level where it keeps clear of the others.
std::vector<Bar> bars_of(const CriticalDifference& figure, double clearance) {
  std::vector<Bar> bars = {};
  for (const auto& group : figure.groups) {
    Bar bar{INFINITY, -INFINITY, 0};
    std::size_t members = 0;
    for (const std::size_t method : group) {
      const double rank = figure.mean_ranks[method];
      if (!std::isfinite(rank)) continue;
      bar = {std::min(bar.from, rank), std::max(bar.to, rank), 0};
      ++members;
    }
    if (members < 2) continue;
    const auto collides = [&](const Bar& other) {
      return other.level == bar.level && bar.from <= other.to + clearance && other.from <= bar.to + clearance;
    };
    while (std::any_of(bars.begin(), bars.end(), collides)) ++bar.level;
    bars.push_back(bar);
  }
  return bars;
}

// From 1 to the number of methods, or wider where ranks or the ruler ask for it.
Axis rank_axis(const CriticalDifference& figure, std::span<const std::size_t> order) {
  Axis axis{AxisScale::linear, 1.0, std::max(2.0, static_cast<double>(order.size()))};
  for (const std::size_t i : order) {
    axis.low = std::min(axis.low, std::floor(figure.mean_ranks[i]));
    axis.high = std::max(axis.high, std::ceil(figure.mean_ranks[i]));
  }
  return axis;
}

struct Layout {
  std::vector<std::size_t> order = {};
  Axis axis = {};
  double left = 0.0;  // the ends of the axis
  double right = 0.0;
  double axis_y = 0.0;
  double labels_y = 0.0;  // base line of the first label
  std::vector<Bar> bars = {};
  double x(double rank) const { return left + axis_position(axis, rank) * (right - left); }
};

std::string rank_text(double rank) { return fmt::format("{:.2f}", rank); }

// Room for the labels of one half: name, a space, rank.
double label_width(const CriticalDifference& figure, std::span<const std::size_t> half, double most) {
  double widest = 0.0;
  for (const std::size_t i : half) {
    widest = std::max(widest, text_width(figure.methods[i] + kSpace + rank_text(figure.mean_ranks[i]), kNameSize));
  }
  return std::min(widest, most);
}

Layout layout_of(const CriticalDifference& figure, double width, double top) {
  Layout layout;
  layout.order = methods_by_rank(figure.mean_ranks);
  layout.axis = rank_axis(figure, layout.order);
  const std::size_t better = (layout.order.size() + 1) / 2;
  const std::span<const std::size_t> order(layout.order);
  const double most = (width - 2.0 * kEdge) / 3.0;
  layout.left = kEdge + label_width(figure, order.subspan(0, better), most) + 8.0;
  layout.right = width - kEdge - label_width(figure, order.subspan(better), most) - 8.0;
  layout.axis_y = top + kAxisRoom;
  const double clearance = 6.0 * (layout.axis.high - layout.axis.low) / (layout.right - layout.left);
  layout.bars = bars_of(figure, clearance);
  std::size_t levels = 0;
  for (const Bar& bar : layout.bars) levels = std::max(levels, bar.level + 1);
  layout.labels_y = layout.axis_y + 9.0 + kBarStep * static_cast<double>(levels) + 6.0;
  return layout;
}

void draw_axis(svg::Drawing& drawing, const Layout& layout) {
  drawing.line({layout.left, layout.axis_y}, {layout.right, layout.axis_y}, {.width = 0.8});
  const double unit = (layout.right - layout.left) / (layout.axis.high - layout.axis.low);
  // From the best rank on every rank, every second, fifth … has its number.
  const double stride = std::max(1.0, nice_at_least(16.0 / unit));
  for (double k = 0.0; k <= layout.axis.high - layout.axis.low; ++k) {
    const double x = layout.x(layout.axis.low + k);
    const bool numbered = std::fmod(k, stride) == 0.0;
    if (unit >= 2.5 || numbered) {
      drawing.line({x, layout.axis_y - (numbered ? 3.5 : 2.0)}, {x, layout.axis_y}, {.width = 0.8});
    }
    if (!numbered) continue;
    drawing.text({.words = number_label(layout.axis.low + k, 6),
                  .at = {x, layout.axis_y - 5.5},
                  .size = kTickSize,
                  .anchor = svg::Anchor::middle});
  }
}

void draw_ruler(svg::Drawing& drawing, const CriticalDifference& figure, const Layout& layout, double top) {
  const double length =
      figure.critical_difference / (layout.axis.high - layout.axis.low) * (layout.right - layout.left);
  const std::string words = fmt::format("critical difference {} (level {})",
                                        number_label(figure.critical_difference, 3), number_label(figure.level, 3));
  const double y = top + 4.0;
  // A difference longer than the axis is cut there: no two methods differ, and the number says by how much not.
  const double end = layout.left + std::min(length, layout.right - layout.left);
  drawing.line({layout.left, y}, {end, y}, {.width = 1.0});
  drawing.line({layout.left, y - 2.5}, {layout.left, y + 2.5}, {.width = 1.0});
  if (length <= layout.right - layout.left) drawing.line({end, y - 2.5}, {end, y + 2.5}, {.width = 1.0});
  const double text_y = y + 0.5 * kNameSize * kCapHeight;
  const double needed = text_width(words, kNameSize) + 5.0;
  if (end + needed <= drawing.width() - kEdge) {
    drawing.text({.words = words, .at = {end + 5.0, text_y}, .size = kNameSize});
  } else {  // below the ruler, above the labels of the axis
    drawing.text(fitted({.words = words, .at = {kEdge, text_y + kNameSize + 2.0}, .size = kNameSize},
                        drawing.width() - 2.0 * kEdge));
  }
}

void draw_label(svg::Drawing& drawing, const Layout& layout, const CriticalDifference& figure, std::size_t place) {
  const std::size_t method = layout.order[place];
  const std::size_t better = (layout.order.size() + 1) / 2;
  const bool on_left = place < better;
  // On either side the outermost method stands highest, so that stems never cross.
  const std::size_t row = on_left ? place : layout.order.size() - 1 - place;
  const double y = layout.labels_y + kLabelRow * static_cast<double>(row);
  const double x = layout.x(figure.mean_ranks[method]);
  const double edge = on_left ? layout.left - 5.0 : layout.right + 5.0;
  const double stem_y = y - 0.5 * kNameSize * kCapHeight;
  const svg::Point path[] = {{x, layout.axis_y}, {x, stem_y}, {edge, stem_y}};
  const bool foremost = std::ranges::find(figure.foremost, method) != figure.foremost.end();
  drawing.polyline(path, {.colour = foremost ? look_of(0).colour : kGrey, .width = foremost ? 1.6 : 0.5});
  const std::string rank = rank_text(figure.mean_ranks[method]);
  const double room = (on_left ? edge - kEdge : drawing.width() - kEdge - edge) - 3.0;
  const std::string name = text_cut_to(figure.methods[method], kNameSize, room - text_width(kSpace + rank, kNameSize));
  drawing.text({.words = on_left ? name + kSpace + rank : rank + kSpace + name,
                .at = {on_left ? edge - 2.0 : edge + 2.0, y},
                .size = kNameSize,
                .anchor = on_left ? svg::Anchor::end : svg::Anchor::start,
                .whole = name == figure.methods[method] ? "" : figure.methods[method],
                .colour = foremost ? look_of(0).colour : "#000000"});
}

}  // namespace

CriticalDifference critical_difference_of(std::vector<std::string> methods, const Friedman& test,
                                          const Nemenyi& pairs) {
  return {.methods = std::move(methods),
          .mean_ranks = test.average_ranks,
          .groups = pairs.groups,
          .critical_difference = pairs.critical_difference};
}

std::string critical_difference(const CriticalDifference& figure) {
  check(figure);
  const bool ruler = std::isfinite(figure.critical_difference) && figure.critical_difference > 0.0;
  const double width = figure.width_mm * svg::kPointsPerMillimetre;
  const double top = kEdge + (figure.title.empty() ? 0.0 : kTitleSize + 6.0);
  const Layout layout = layout_of(figure, width, ruler ? top + kRulerRoom : top);
  const std::size_t half = (layout.order.size() + 1) / 2;
  const auto rows = static_cast<double>(half);
  const double height = layout.labels_y + kLabelRow * std::max(0.0, rows - 1.0) + kNameSize * kDescent + kEdge;
  svg::Drawing drawing(figure.width_mm, height / svg::kPointsPerMillimetre, "mean ranks of methods, best on the left");
  svg::Box box{kEdge, kEdge, width - kEdge, height - kEdge};
  draw_title(drawing, figure.title, box);
  if (ruler) draw_ruler(drawing, figure, layout, top);
  draw_axis(drawing, layout);
  for (std::size_t i = 0; i < layout.order.size(); ++i) draw_label(drawing, layout, figure, i);
  for (const Bar& bar : layout.bars) {
    const double y = layout.axis_y + 7.0 + kBarStep * static_cast<double>(bar.level);
    drawing.line({layout.x(bar.from) - 2.0, y}, {layout.x(bar.to) + 2.0, y}, {.width = 2.2});
  }
  return drawing.str();
}

}  // namespace cgsd
