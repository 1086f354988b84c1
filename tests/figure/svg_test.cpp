#include "cgsd/figure/svg.hpp"

#include <array>
#include <clocale>
#include <limits>

#include "tests/support/svg_reader.hpp"

namespace cgsd::svg {
namespace {

using cgsd::testing::count_of;
using cgsd::testing::has_words;
using cgsd::testing::read_svg;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Svg, WritesNumbersShort) {
  EXPECT_EQ(short_number(0.5), "0.5");
  EXPECT_EQ(short_number(12.0), "12");
  EXPECT_EQ(short_number(100.0), "100");
  EXPECT_EQ(short_number(-0.004), "0");
  EXPECT_EQ(short_number(-1.236), "-1.24");
  EXPECT_EQ(short_number(2.999), "3");
  EXPECT_EQ(short_number(1e300), "1000000000");
}

TEST(Svg, EscapesWhatXmlReadsAsMarkup) {
  EXPECT_EQ(escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c'");
  EXPECT_EQ(escaped("κ ≤ 1"), "κ ≤ 1");
}

TEST(Svg, ReplacesWhatCannotBePrinted) {
  EXPECT_EQ(escaped("a\tb\nc"), "a b c");
  EXPECT_EQ(escaped(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(escaped("\x1b[31m"), "\uFFFD[31m");
  EXPECT_EQ(escaped("a\xff"), "a\uFFFD");
  EXPECT_EQ(escaped("\u202Eabc"), "\uFFFDabc");  // would turn the label around
}

TEST(Svg, StatesItsSizeInMillimetresAndPoints) {
  const auto contents = read_svg(Drawing(25.4, 50.8, "a <title>").str());
  ASSERT_EQ(contents.error, "");
  const auto& root = contents.elements.at(0).attributes;
  EXPECT_EQ(root.at("width"), "25.4mm");
  EXPECT_EQ(root.at("height"), "50.8mm");
  EXPECT_EQ(root.at("viewBox"), "0 0 72 144");
  EXPECT_EQ(contents.elements.at(1).text, "a <title>");
}

TEST(Svg, SurvivesHostileText) {
  Drawing drawing(50.0, 50.0, testing::kHostileName);
  drawing.text({.words = testing::kHostileName, .at = {1.0, 10.0}, .whole = testing::kHostileName + "…"});
  const auto contents = read_svg(drawing.str());
  EXPECT_EQ(contents.error, "");
  EXPECT_EQ(count_of(contents, "script"), 0u);
  EXPECT_TRUE(has_words(drawing.str(), "<script>alert(\"1\")</script> & 'x'\uFFFD\uFFFD[31m\uFFFD\uFFFD\uFFFD"));
}

TEST(Svg, DrawsEveryShape) {
  Drawing drawing(50.0, 50.0, "");
  const std::array<Point, 3> points = {{{0.0, 0.0}, {1.0, 2.0}, {3.0, 4.5}}};
  drawing.line({0.0, 0.0}, {1.0, 1.0}, {.dash = Dash::dashed});
  drawing.polyline(points, {});
  drawing.polygon(points, {.fill = {.colour = "#ff0000", .hatch = Hatch::rising}});
  drawing.rectangle({1.0, 2.0, 4.0, 6.0}, {});
  for (const Marker marker : {Marker::circle, Marker::square, Marker::cross})
    drawing.marker(marker, {5.0, 5.0}, 2.0, {});
  const std::string svg = drawing.str();
  const auto contents = read_svg(svg);
  ASSERT_EQ(contents.error, "");
  EXPECT_EQ(count_of(contents, "line"), 3u);  // two are the cross
  EXPECT_EQ(count_of(contents, "polyline"), 1u);
  EXPECT_EQ(count_of(contents, "polygon"), 2u);
  EXPECT_EQ(count_of(contents, "circle"), 1u);
  EXPECT_EQ(count_of(contents, "rect"), 2u);  // one is the paper
  EXPECT_NE(svg.find("points=\"0,0 1,2 3,4.5\""), std::string::npos);
  EXPECT_NE(svg.find("x=\"1\" y=\"2\" width=\"3\" height=\"4\""), std::string::npos);
  EXPECT_NE(svg.find("stroke-dasharray=\"4 2\""), std::string::npos);
}

TEST(Svg, DefinesEqualHatchesOnce) {
  Drawing drawing(50.0, 50.0, "");
  for (int i = 0; i < 3; ++i) {
    drawing.rectangle({0.0, 0.0, 1.0, 1.0}, {.fill = {.colour = "#ff0000", .hatch = Hatch::crossed}});
  }
  drawing.rectangle({0.0, 0.0, 1.0, 1.0}, {.fill = {.colour = "#0000ff", .hatch = Hatch::crossed}});
  EXPECT_EQ(count_of(read_svg(drawing.str()), "pattern"), 2u);
}

TEST(Svg, LeavesOutWhatHasNoPlace) {
  Drawing drawing(50.0, 50.0, "");
  const std::string empty = drawing.str();
  const std::array<Point, 3> points = {{{0.0, 0.0}, {kNan, 2.0}, {3.0, 4.5}}};
  drawing.line({0.0, kNan}, {1.0, 1.0}, {});
  drawing.polyline(points, {});
  drawing.polygon(points, {});
  drawing.rectangle({0.0, 0.0, kInfinity, 1.0}, {});
  drawing.marker(Marker::circle, {kInfinity, 0.0}, 1.0, {});
  drawing.text({.words = "here", .at = {kNan, 0.0}});
  drawing.text({.words = "", .at = {0.0, 0.0}});
  EXPECT_EQ(drawing.str(), empty);
}

TEST(Svg, TurnsTextUpwardsAroundItsPlace) {
  Drawing drawing(50.0, 50.0, "");
  drawing.text({.words = "y", .at = {10.0, 20.0}, .anchor = Anchor::middle, .upwards = true});
  EXPECT_NE(drawing.str().find("text-anchor=\"middle\" transform=\"rotate(-90 10 20)\""), std::string::npos);
}

}  // namespace
}  // namespace cgsd::svg
