// A drawing surface that writes SVG 1.1: lines, polygons, rectangles, markers, hatches and text.
//
//   units      typographic points (1/72 inch) from the upper left corner, y downwards; the size on paper is in
//   millimetres numbers    rounded to 1/100 point, written without a locale and without trailing zeros text       stays
//   text: UTF-8, escaped for XML. Tabs and line ends become spaces; bytes that are no UTF-8, control
//              characters, marks that turn the direction of writing and what XML forbids become U+FFFD.
//   not drawn  a shape with a coordinate that is not finite, and text without words
//
// Promises: the same calls give the same bytes. Equal hatches have equal ids, so that several drawings can stand in
// one page. No script, no link, no style sheet. Cost: linear in what is drawn.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd::svg {

inline constexpr double kPointsPerMillimetre = 72.0 / 25.4;

struct Point {
  double x = 0.0;
  double y = 0.0;
};

struct Box {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

enum class Dash : std::uint8_t { solid, dashed, dotted, dash_dotted, long_dashed };
enum class Hatch : std::uint8_t { none, rising, falling, crossed, horizontal, vertical, dotted };
enum class Marker : std::uint8_t { circle, square, triangle, diamond, triangle_down, cross, plus };
enum class Anchor : std::uint8_t { start, middle, end };

struct Stroke {
  std::string_view colour = "#000000";  // "none": no line
  double width = 0.6;
  Dash dash = Dash::solid;
};

struct Fill {
  std::string_view colour = "none";
  double opacity = 1.0;
  Hatch hatch = Hatch::none;  // lines of `colour` in place of a plain area
};

struct Style {
  Stroke stroke = {};
  Fill fill = {};
};

struct Text {
  std::string words = {};
  Point at = {};  // on the base line
  double size = 7.0;
  Anchor anchor = Anchor::start;
  bool upwards = false;    // turned by 90° to the left
  std::string whole = {};  // what the words shorten: shown when pointed at
  std::string_view colour = "#000000";
};

class Drawing {
 public:
  // `title` is for those who cannot see the picture; it is not drawn.
  Drawing(double width_mm, double height_mm, std::string_view title);

  double width() const { return width_; }  // points
  double height() const { return height_; }

  void line(Point from, Point to, const Stroke& stroke);
  void polyline(std::span<const Point> points, const Stroke& stroke);
  void polygon(std::span<const Point> points, const Style& style);
  void rectangle(const Box& box, const Style& style);
  void marker(Marker marker, Point centre, double size, const Style& style);
  void text(const Text& text);

  std::string str() const;

 private:
  void append_style(const Style& style);
  void append_points(std::span<const Point> points);

  double width_;
  double height_;
  std::string header_;
  std::set<std::string> definitions_;
  std::string body_;
};

std::string escaped(std::string_view text);
std::string short_number(double value);  // at most two decimals: 0.5, −0 is 0, 12

}  // namespace cgsd::svg
