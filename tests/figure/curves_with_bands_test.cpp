#include "cgsd/figure/curves_with_bands.hpp"

#include <limits>

#include "tests/support/error_text.hpp"
#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

using testing::count_of;
using testing::expect_fit_for_print;
using testing::has_words;
using testing::read_svg;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

CurvesWithBands sweep(std::size_t curves, const std::string& suffix = "") {
  CurvesWithBands figure{.x_name = "heterophily h" + suffix, .y_name = "NMI" + suffix};
  for (std::size_t i = 0; i < curves; ++i) {
    const double top = 0.9 / static_cast<double>(i + 1);
    figure.curves.push_back({.name = "curve " + std::to_string(i) + suffix,
                             .x = {0.05, 0.2, 0.5, 0.9},
                             .y = {top, 0.6 * top, 0.1 * top, 0.0},
                             .band = {0.1, 0.05, 0.01, 0.01},
                             .marks_only = i % 3 == 2});
  }
  return figure;
}

TEST(CurvesWithBands, AreFitForPrint) {
  for (const double width : {85.0, 175.0}) {
    for (const std::string& suffix : {std::string(), testing::kLongName}) {
      for (const std::size_t curves : {1u, 4u, 9u}) {
        CurvesWithBands figure = sweep(curves, suffix);
        figure.width_mm = width;
        figure.height_mm = 90.0;
        expect_fit_for_print(curves_with_bands(figure));
        figure.y_scale = figure.x_scale = AxisScale::logarithmic;
        expect_fit_for_print(curves_with_bands(figure));
      }
    }
  }
}

TEST(CurvesWithBands, SayAllNamesAndTheBand) {
  const std::string svg = curves_with_bands(sweep(3));
  for (const char* words : {"curve 0", "curve 1", "curve 2", "heterophily h", "NMI", "±1 SEM", "0.2", "0.8"}) {
    EXPECT_TRUE(has_words(svg, words)) << words;
  }
}

// x from 0 to 1 and y from 0 to 1: the band 0.5 ± 0.25 at the right end is half as high as the plot.
TEST(CurvesWithBands, DrawBandsOfTheirHeight) {
  CurvesWithBands figure;
  figure.curves = {{.name = "a", .x = {0.0, 1.0}, .y = {0.0, 1.0}},
                   {.name = "b", .x = {0.0, 1.0}, .y = {0.5, 0.5}, .band = {0.0, 0.25}}};
  const auto contents = read_svg(curves_with_bands(figure));
  std::vector<svg::Point> band;
  double low = 0.0;
  double high = 0.0;
  for (const auto& e : contents.elements) {
    if (!e.attributes.contains("points")) continue;
    std::vector<svg::Point> points;
    std::istringstream text(e.attributes.at("points"));
    for (char comma = 0; text;) {
      svg::Point p;
      if (text >> p.x >> comma >> p.y) points.push_back(p);
    }
    if (e.name == "polygon" && points.size() == 4 && e.attributes.contains("fill-opacity")) band = points;
    if (e.name == "polyline" && points[0].y != points[1].y) low = points[0].y, high = points[1].y;
  }
  ASSERT_EQ(band.size(), 4u);
  EXPECT_NEAR(band[2].y - band[1].y, 0.5 * (low - high), 0.03);
  EXPECT_NEAR(band[3].y, band[0].y, 0.01);
}

TEST(CurvesWithBands, BreakTheLineWhereAValueIsMissing) {
  CurvesWithBands figure;
  figure.curves = {{.name = "a", .x = {0, 1, 2, 3, 4, 5}, .y = {1, 2, kNan, 2, 3, INFINITY}}};
  const auto contents = read_svg(curves_with_bands(figure));
  EXPECT_EQ(count_of(contents, "polyline"), 2u);
  EXPECT_EQ(count_of(contents, "circle"), 4u + 1u);  // and the key
}

TEST(CurvesWithBands, GiveATwinTheLookOfItsCurve) {
  CurvesWithBands figure = sweep(2);
  figure.curves.push_back({.name = "printed", .x = {0.3}, .y = {0.3}, .marks_only = true, .like = 0});
  const auto contents = read_svg(curves_with_bands(figure));
  EXPECT_EQ(count_of(contents, "circle"), 4u + 1u + 2u);
}

TEST(CurvesWithBands, SurviveWhatIsNotThere) {
  expect_fit_for_print(curves_with_bands({}));
  CurvesWithBands figure;
  figure.curves = {{.name = "empty"},
                   {.name = "one", .x = {1.0}, .y = {2.0}, .band = {0.5}},
                   {.name = testing::kHostileName, .x = {kNan, INFINITY}, .y = {1.0, 1.0}, .band = {kNan, 1.0}},
                   {.name = "constant", .x = {1.0, 1.0}, .y = {2.0, 2.0}},
                   {.name = "huge", .x = {-1e308, 1e308}, .y = {1e308, -1e308}, .band = {1e308, 1e308}}};
  expect_fit_for_print(curves_with_bands(figure));
  figure.x_scale = figure.y_scale = AxisScale::logarithmic;
  expect_fit_for_print(curves_with_bands(figure));
}

TEST(CurvesWithBands, RefuseUnequalLengths) {
  CurvesWithBands figure;
  figure.curves = {{.name = "a", .x = {1.0, 2.0}, .y = {1.0}}};
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { curves_with_bands(figure); }),
            "curve 'a' has 2 x, 1 y and 0 band values: must be equally many");
  figure.curves = {{.name = "a", .like = 3}};
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { curves_with_bands(figure); }),
            "curve 'a' is to look like curve 3: there are 1");
}

TEST(CurvesWithBands, AreTheSameBytesEachTime) { EXPECT_EQ(curves_with_bands(sweep(5)), curves_with_bands(sweep(5))); }

TEST(CurvesWithBands, HaveATitleAndEndWhereScoresEnd) {
  CurvesWithBands figure = sweep(2);
  figure.curves[0].y[0] = 1.0;  // its band reaches to 1.1
  EXPECT_TRUE(has_words(curves_with_bands(figure), "1.2"));
  figure.y_most = 1.0;
  figure.title = "NMI over heterophily";
  const std::string svg = curves_with_bands(figure);
  expect_fit_for_print(svg);
  EXPECT_TRUE(has_words(svg, "1.0"));
  EXPECT_FALSE(has_words(svg, "1.2"));
  EXPECT_TRUE(has_words(svg, "NMI over heterophily"));
}

// The line that is drawn last lies on top.
TEST(CurvesWithBands, DrawTheForemostOverTheOthers) {
  CurvesWithBands figure;
  figure.curves = {{.name = "a", .x = {0.0, 1.0}, .y = {1.0, 1.0}, .foremost = true},
                   {.name = "b", .x = {0.0, 1.0}, .y = {1.0, 1.0}}};
  const std::string svg = curves_with_bands(figure);
  const std::size_t blue = svg.rfind("<polyline", svg.rfind("stroke-width=\"1.7\""));
  EXPECT_EQ(svg.find("<polyline", blue + 1), std::string::npos) << "another line comes after it";
}

}  // namespace
}  // namespace cgsd
