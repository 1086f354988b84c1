#include "cgsd/figure/critical_difference.hpp"

#include <limits>

#include "tests/support/error_text.hpp"
#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

using testing::expect_fit_for_print;
using testing::has_words;

CriticalDifference ranking(std::size_t methods, const std::string& suffix = "") {
  CriticalDifference figure;
  for (std::size_t i = 0; i < methods; ++i) {
    figure.methods.push_back("method " + std::to_string(i) + suffix);
    figure.mean_ranks.push_back(1.0 + 0.9 * static_cast<double>(i));
  }
  for (std::size_t i = 0; i + 3 < methods; ++i) figure.groups.push_back({i, i + 1, i + 2});
  figure.critical_difference = 2.0;
  return figure;
}

TEST(CriticalDifference, IsFitForPrintForAnyNumberOfMethods) {
  for (const double width : {85.0, 175.0}) {
    for (const std::size_t methods : {0u, 1u, 2u, 3u, 11u, 20u, 30u}) {
      for (const std::string& suffix : {std::string(), testing::kLongName, testing::kHostileName}) {
        CriticalDifference figure = ranking(methods, suffix);
        figure.width_mm = width;
        figure.title = suffix;
        expect_fit_for_print(critical_difference(figure));
      }
    }
  }
}

TEST(CriticalDifference, DrawsTheForemostMethodStronger) {
  CriticalDifference figure = ranking(4);
  EXPECT_EQ(critical_difference(figure).find("#0072B2"), std::string::npos);
  figure.foremost = {2};
  EXPECT_NE(critical_difference(figure).find("#0072B2"), std::string::npos);
}

TEST(CriticalDifference, SaysEveryMethodItsRankAndTheDifference) {
  const std::string svg = critical_difference(ranking(4));
  for (const char* words : {"method 0\u00a0\u00a01.00", "method 1\u00a0\u00a01.90", "2.80\u00a0\u00a0method 2",
                            "3.70\u00a0\u00a0method 3", "critical difference 2 (level 0.05)"}) {
    EXPECT_TRUE(has_words(svg, words)) << words;
  }
}

// Four methods on an axis from 1 to 4; a ruler of 2 covers two thirds of it.
TEST(CriticalDifference, DrawsTheRulerToScale) {
  CriticalDifference figure = ranking(4);
  figure.mean_ranks = {1.0, 2.0, 3.0, 4.0};
  const auto contents = testing::read_svg(critical_difference(figure));
  std::vector<double> lengths;  // of horizontal lines: ruler, axis, bars
  for (const auto& e : contents.elements) {
    if (e.name != "line" || e.attributes.at("y1") != e.attributes.at("y2")) continue;
    lengths.push_back(std::stod(e.attributes.at("x2")) - std::stod(e.attributes.at("x1")));
  }
  ASSERT_EQ(lengths.size(), 3u);
  EXPECT_NEAR(lengths[0], 2.0 / 3.0 * lengths[1], 0.03);
  EXPECT_NEAR(lengths[2], 2.0 / 3.0 * lengths[1] + 4.0, 0.03);  // 1 … 3, two points longer at each end
}

// Demšar's bars: groups that share methods stand on levels of their own; a single method has none.
TEST(CriticalDifference, KeepsBarsApart) {
  CriticalDifference figure = ranking(4);
  figure.mean_ranks = {1.0, 2.0, 3.0, 4.0};
  figure.groups = {{0, 1, 2}, {1, 2, 3}, {3}};
  const std::string svg = critical_difference(figure);
  std::vector<std::string> levels;
  for (const auto& e : testing::read_svg(svg).elements) {
    if (e.name == "line" && e.attributes.at("stroke-width") == "2.2") levels.push_back(e.attributes.at("y1"));
  }
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_NE(levels[0], levels[1]);
}

TEST(CriticalDifference, TakesItsNumbersFromTheTest) {
  const Matrix<double> scores(4, 3, {.9, .5, .1, .8, .4, .2, .7, .6, .3, .9, .3, .2});
  const Friedman test = friedman(scores, {});
  const Nemenyi pairs = nemenyi(test, {});
  const CriticalDifference figure = critical_difference_of({"a", "b", "c"}, test, pairs);
  EXPECT_EQ(figure.mean_ranks, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_NEAR(figure.critical_difference, 1.657, 1e-3);  // 2.343 · √(3 · 4 / (6 · 4)), Demšar's table 5
  EXPECT_EQ(figure.groups, pairs.groups);
}

TEST(CriticalDifference, LeavesOutRanksThatAreNoNumbers) {
  CriticalDifference figure = ranking(4);
  figure.mean_ranks[2] = std::numeric_limits<double>::quiet_NaN();
  figure.critical_difference = INFINITY;
  const std::string svg = critical_difference(figure);
  expect_fit_for_print(svg);
  EXPECT_EQ(svg.find("method 2"), std::string::npos);
  EXPECT_EQ(svg.find("critical difference"), std::string::npos);
}

TEST(CriticalDifference, CutsARulerLongerThanTheAxis) {
  CriticalDifference figure = ranking(3);
  figure.critical_difference = 50.0;
  const std::string svg = critical_difference(figure);
  expect_fit_for_print(svg);
  EXPECT_TRUE(has_words(svg, "critical difference 50 (level 0.05)"));
}

TEST(CriticalDifference, RefusesWhatDoesNotFitTogether) {
  CriticalDifference figure = ranking(3);
  figure.groups = {{0, 7}};
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { critical_difference(figure); }),
            "a group names method 7: there are 3");
  figure = ranking(3);
  figure.mean_ranks.pop_back();
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { critical_difference(figure); }),
            "3 methods have 2 mean ranks: must be equally many");
}

TEST(CriticalDifference, IsTheSameBytesEachTime) {
  EXPECT_EQ(critical_difference(ranking(12)), critical_difference(ranking(12)));
}

}  // namespace
}  // namespace cgsd
