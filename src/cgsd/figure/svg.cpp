#include "cgsd/figure/svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "cgsd/core/printable.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/figure/text_width.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd::svg {
namespace {

bool finite(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

bool finite(std::span<const Point> points) {
  return std::all_of(points.begin(), points.end(), [](Point p) { return finite(p); });
}

std::string_view dashes(Dash dash) {
  switch (dash) {
    case Dash::solid:
      return "";
    case Dash::dashed:
      return "4 2";
    case Dash::dotted:
      return "1 1.6";
    case Dash::dash_dotted:
      return "5 1.6 1 1.6";
    case Dash::long_dashed:
      return "8 2.4";
  }
  return "";
}

// The lines of one 4 × 4 tile; slanted ones run over its corners so that tiles join.
std::string_view hatch_path(Hatch hatch) {
  switch (hatch) {
    case Hatch::rising:
      return "M-1 1L1-1M0 4L4 0M3 5L5 3";
    case Hatch::falling:
      return "M-1 3L1 5M0 0L4 4M3-1L5 1";
    case Hatch::crossed:
      return "M0 0L4 4M0 4L4 0";
    case Hatch::horizontal:
      return "M0 2H4";
    case Hatch::vertical:
      return "M2 0V4";
    case Hatch::dotted:
      return "M1.6 2H2.4";
    case Hatch::none:
      return "";
  }
  return "";
}

std::string_view hatch_name(Hatch hatch) {
  constexpr std::array<std::string_view, 7> kNames = {"none",       "rising",   "falling", "crossed",
                                                      "horizontal", "vertical", "dotted"};
  return kNames[static_cast<std::size_t>(hatch)];
}

std::string letters_and_digits(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) kept += c;
  }
  return kept;
}

// The corners of a marker of size 1 around the origin; circle, cross and plus are not polygons.
std::vector<Point> marker_corners(Marker marker) {
  switch (marker) {
    case Marker::square:
      return {{-0.45, -0.45}, {0.45, -0.45}, {0.45, 0.45}, {-0.45, 0.45}};
    case Marker::triangle:
      return {{0.0, -0.6}, {0.55, 0.4}, {-0.55, 0.4}};
    case Marker::triangle_down:
      return {{0.0, 0.6}, {0.55, -0.4}, {-0.55, -0.4}};
    case Marker::diamond:
      return {{0.0, -0.65}, {0.65, 0.0}, {0.0, 0.65}, {-0.65, 0.0}};
    default:
      return {};
  }
}

}  // namespace

std::string short_number(double value) {
  // No sheet of paper is wider than 10⁹ points; beyond it a place is as good as any other.
  const double rounded = std::round(std::clamp(value, -1e9, 1e9) * 100.0) / 100.0;
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), rounded, std::chars_format::fixed, 2).ptr;
  std::string text(buffer.begin(), end);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(std::string_view text) {
  std::string shown;
  while (!text.empty()) append_utf8(shown, take_printable(text));
  return xml_text(shown);
}

Drawing::Drawing(double width_mm, double height_mm, std::string_view title)
    : width_(width_mm * kPointsPerMillimetre), height_(height_mm * kPointsPerMillimetre) {
  header_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "font-family=\"{}\" stroke-linejoin=\"round\">\n<title>{}</title>\n",
      short_number(width_mm), short_number(height_mm), short_number(width_), short_number(height_), kFigureFont,
      escaped(title));
}

void Drawing::append_style(const Style& style) {
  const Fill& fill = style.fill;
  if (fill.hatch == Hatch::none || fill.colour == "none") {
    body_ += fmt::format(" fill=\"{}\"", escaped(fill.colour));
  } else {
    const std::string id = fmt::format("hatch-{}-{}", hatch_name(fill.hatch), letters_and_digits(fill.colour));
    definitions_.insert(fmt::format(
        "<pattern id=\"{}\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" stroke=\"{}\" "
        "stroke-width=\"{}\" fill=\"none\"/></pattern>",
        id, hatch_path(fill.hatch), escaped(fill.colour), fill.hatch == Hatch::dotted ? "0.8" : "0.5"));
    body_ += fmt::format(" fill=\"url(#{})\"", id);
  }
  if (fill.opacity != 1.0) body_ += fmt::format(" fill-opacity=\"{}\"", short_number(fill.opacity));
  const Stroke& stroke = style.stroke;
  if (stroke.colour == "none" || stroke.width <= 0.0) return;
  body_ += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", escaped(stroke.colour), short_number(stroke.width));
  if (stroke.dash != Dash::solid) body_ += fmt::format(" stroke-dasharray=\"{}\"", dashes(stroke.dash));
}

void Drawing::append_points(std::span<const Point> points) {
  body_ += " points=\"";
  for (std::size_t i = 0; i < points.size(); ++i) {
    body_ += fmt::format("{}{},{}", i == 0 ? "" : " ", short_number(points[i].x), short_number(points[i].y));
  }
  body_ += '"';
}

void Drawing::line(Point from, Point to, const Stroke& stroke) {
  if (!finite(from) || !finite(to)) return;
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", short_number(from.x), short_number(from.y),
                       short_number(to.x), short_number(to.y));
  append_style({.stroke = stroke, .fill = {}});
  body_ += "/>\n";
}

void Drawing::polyline(std::span<const Point> points, const Stroke& stroke) {
  if (points.size() < 2 || !finite(points)) return;
  body_ += "<polyline";
  append_points(points);
  append_style({.stroke = stroke, .fill = {}});
  body_ += "/>\n";
}

void Drawing::polygon(std::span<const Point> points, const Style& style) {
  if (points.size() < 3 || !finite(points)) return;
  body_ += "<polygon";
  append_points(points);
  append_style(style);
  body_ += "/>\n";
}

void Drawing::rectangle(const Box& box, const Style& style) {
  if (!finite({box.left, box.top}) || !finite({box.right, box.bottom})) return;
  body_ +=
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", short_number(box.left), short_number(box.top),
                  short_number(std::max(0.0, box.width())), short_number(std::max(0.0, box.height())));
  append_style(style);
  body_ += "/>\n";
}

void Drawing::marker(Marker marker, Point centre, double size, const Style& style) {
  if (!finite(centre)) return;
  const double reach = 0.5 * size;
  if (marker == Marker::circle) {
    body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", short_number(centre.x), short_number(centre.y),
                         short_number(reach));
    append_style(style);
    body_ += "/>\n";
  } else if (marker == Marker::cross) {
    line({centre.x - reach, centre.y - reach}, {centre.x + reach, centre.y + reach}, style.stroke);
    line({centre.x - reach, centre.y + reach}, {centre.x + reach, centre.y - reach}, style.stroke);
  } else if (marker == Marker::plus) {
    line({centre.x - reach, centre.y}, {centre.x + reach, centre.y}, style.stroke);
    line({centre.x, centre.y - reach}, {centre.x, centre.y + reach}, style.stroke);
  } else {
    std::vector<Point> corners = marker_corners(marker);
    for (Point& p : corners) p = {centre.x + size * p.x, centre.y + size * p.y};
    polygon(corners, style);
  }
}

void Drawing::text(const Text& text) {
  if (!finite(text.at) || text.words.empty()) return;
  constexpr std::array<std::string_view, 3> kAnchors = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  const std::string x = short_number(text.at.x);
  const std::string y = short_number(text.at.y);
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}", x, y, short_number(text.size),
                       kAnchors[static_cast<std::size_t>(text.anchor)]);
  if (text.upwards) body_ += fmt::format(" transform=\"rotate(-90 {} {})\"", x, y);
  if (text.colour != "#000000") body_ += fmt::format(" fill=\"{}\"", escaped(text.colour));
  body_ += '>' + escaped(text.words);
  if (!text.whole.empty() && text.whole != text.words) body_ += fmt::format("<title>{}</title>", escaped(text.whole));
  body_ += "</text>\n";
}

std::string Drawing::str() const {
  std::string out = header_;
  if (!definitions_.empty()) {
    out += "<defs>\n";
    for (const std::string& definition : definitions_) out += definition + "\n";
    out += "</defs>\n";
  }
  out +=
      fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", short_number(width_), short_number(height_));
  return out + body_ + "</svg>\n";
}

}  // namespace cgsd::svg
