#include "cgsd/figure/curvature_histograms.hpp"

#include <limits>

#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

using testing::expect_fit_for_print;
using testing::has_words;

CurvatureHistograms five_graphs() {
  CurvatureHistograms figure;
  for (const char* name : {"Cornell", "Texas", "Wisconsin", "Chameleon", "Squirrel"}) {
    CurvaturePanel panel{.title = name};
    const double scale = figure.panels.size() > 2 ? -97.0 : -3.0;
    for (int i = 0; i < 300; ++i) (i % 4 == 0 ? panel.within : panel.between).push_back(scale * (i % 30));
    panel.between.push_back(40.0 * scale * 30.0);  // a long tail of one edge
    figure.panels.push_back(panel);
  }
  return figure;
}

TEST(CurvatureHistograms, AreFitForPrintAtAnyWidth) {
  for (const double width : {60.0, 85.0, 120.0, 175.0, 250.0}) {
    CurvatureHistograms figure = five_graphs();
    figure.width_mm = width;
    expect_fit_for_print(curvature_histograms(figure));
  }
}

TEST(CurvatureHistograms, SayEdgesSharesAndMedians) {
  CurvatureHistograms figure;
  figure.panels = {{.title = "Toy", .within = {-1.0, -2.0, -4.0}, .between = {-7.0}}};
  const std::string svg = curvature_histograms(figure);
  for (const char* words : {"Toy", "4 edges", "75 %, median −2", "25 %, median −7", "curvature κ", "within communities",
                            "between communities", "share of edges (%)"}) {
    EXPECT_TRUE(has_words(svg, words)) << words;
  }
}

// 1000 edges of κ = 0 … −9 and ten of −4000: 9.9e-1 % of the edges lie beyond the first bin.
TEST(CurvatureHistograms, SayWhatLiesBeyondTheAxis) {
  CurvatureHistograms figure;
  figure.panels = {{.title = "Tail"}};
  for (int i = 0; i < 1000; ++i) figure.panels[0].within.push_back(-(i % 10));
  for (int i = 0; i < 10; ++i) figure.panels[0].between.push_back(-4000.0);
  const std::string svg = curvature_histograms(figure);
  EXPECT_TRUE(has_words(svg, "left bar: < −9 (0.99 %)"));
  EXPECT_FALSE(has_words(svg, "−4000"));  // no axis reaches there; the median is said
  EXPECT_TRUE(has_words(svg, "0.99 %, median −4000"));
  expect_fit_for_print(svg);
}

TEST(CurvatureHistograms, SurviveWhatIsNotANumber) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CurvatureHistograms figure;
  figure.panels = {{.title = "none", .within = {kNan}, .between = {kInfinity, -kInfinity}},
                   {.title = "empty"},
                   {.title = "one", .within = {-3.0}},
                   {.title = "constant", .within = {5.0, 5.0, 5.0}, .between = {5.0}},
                   {.title = "huge", .within = {-1e308, 1e308, 0.0}, .between = {1e-300}},
                   {.title = testing::kHostileName, .between = {kNan, 1.0}}};
  const std::string svg = curvature_histograms(figure);
  expect_fit_for_print(svg);
  EXPECT_TRUE(has_words(svg, "no edges"));
  EXPECT_TRUE(has_words(svg, "1 edge"));
  expect_fit_for_print(curvature_histograms({}));
}

TEST(CurvatureHistograms, KeepLongNamesApart) {
  CurvatureHistograms figure = five_graphs();
  for (CurvaturePanel& panel : figure.panels) panel.title += testing::kLongName;
  figure.within_name = figure.between_name = figure.value_name = testing::kLongName;
  for (const double width : {85.0, 175.0}) {
    figure.width_mm = width;
    expect_fit_for_print(curvature_histograms(figure));
  }
  EXPECT_TRUE(has_words(curvature_histograms(figure), "Texas" + testing::kLongName));
}

TEST(CurvatureHistograms, AreTheSameBytesEachTime) {
  EXPECT_EQ(curvature_histograms(five_graphs()), curvature_histograms(five_graphs()));
}

TEST(CurvatureHistograms, HaveATitleAboveTheLegend) {
  for (const double width : {60.0, 175.0}) {
    CurvatureHistograms figure = five_graphs();
    figure.width_mm = width;
    figure.title = "Curvature of five graphs";
    expect_fit_for_print(curvature_histograms(figure));
    EXPECT_TRUE(has_words(curvature_histograms(figure), "Curvature of five graphs"));
  }
}

}  // namespace
}  // namespace cgsd
