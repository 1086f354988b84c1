#include "cgsd/figure/paired_boxes.hpp"

#include <limits>

#include "tests/support/error_text.hpp"
#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

using testing::expect_fit_for_print;
using testing::has_words;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

PairedBoxes grid(std::size_t groups, std::size_t methods, const std::string& suffix = "") {
  PairedBoxes figure;
  for (std::size_t m = 0; m < methods; ++m) figure.methods.push_back("method " + std::to_string(m) + suffix);
  for (std::size_t g = 0; g < groups; ++g) {
    BoxGroup group{.name = "Chameleon" + std::to_string(g) + suffix};
    for (std::size_t m = 0; m < methods; ++m) {
      const double base = 0.01 * static_cast<double>(1 + g + 2 * m);
      group.samples.push_back({base, 1.1 * base, 0.9 * base, 1.3 * base, 0.7 * base});
      group.printed.push_back(base);
    }
    figure.groups.push_back(group);
  }
  return figure;
}

TEST(PairedBoxes, AreFitForPrint) {
  for (const double width : {85.0, 175.0}) {
    for (const std::size_t groups : {1u, 5u, 12u, 30u}) {
      PairedBoxes figure = grid(groups, 2);
      figure.width_mm = width;
      expect_fit_for_print(paired_boxes(figure));
      figure = grid(groups, 3, testing::kLongName);
      figure.width_mm = width;
      figure.height_mm = 120.0;
      expect_fit_for_print(paired_boxes(figure));
    }
  }
}

// 1, 2, 3, 4 and 20: quartiles 2 and 4, so the whisker ends at 4 (20 > 4 + 1.5 · 2) and 20 is a point beyond.
TEST(PairedBoxes, HaveTukeysWhiskers) {
  PairedBoxes figure{.methods = {"a"}};
  figure.groups = {{.name = "g", .samples = {{1.0, 2.0, 3.0, 4.0, 20.0}}}};
  const auto contents = testing::read_svg(paired_boxes(figure));
  std::vector<double> heights;  // of the points, from seed 1 to 5; the first circle is the key
  double upper_whisker = 0.0;
  for (const auto& e : contents.elements) {
    if (e.name == "circle") heights.push_back(std::stod(e.attributes.at("cy")));
  }
  ASSERT_EQ(heights.size(), 6u);
  // whiskers: the vertical lines of the method's colour; the upper begins at its end
  for (const auto& e : contents.elements) {
    if (e.name != "line" || e.attributes.at("x1") != e.attributes.at("x2")) continue;
    if (e.attributes.at("stroke") != "#0072B2") continue;
    upper_whisker = std::stod(e.attributes.at("y1"));
    break;
  }
  EXPECT_NEAR(upper_whisker, heights[4], 0.011);
  EXPECT_LT(heights[5], heights[4]);
}

// A full box, and lines twice as thick: two whiskers, their two ends, and the box.
TEST(PairedBoxes, DrawTheForemostMethodStronger) {
  PairedBoxes figure = grid(1, 2);
  const auto thick = [](const std::string& svg) {
    std::size_t count = 0;
    for (std::size_t at = svg.find("stroke-width=\"1.6\""); at != std::string::npos;
         at = svg.find("stroke-width=\"1.6\"", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(thick(paired_boxes(figure)), 0u);
  figure.foremost = {1};
  EXPECT_EQ(thick(paired_boxes(figure)), 5u);
  expect_fit_for_print(paired_boxes(figure));
}

// Seven methods, so that one of the others would be black.
TEST(PairedBoxes, LetNoOtherMethodOutshineTheForemost) {
  PairedBoxes figure = grid(1, 7);
  figure.groups[0].printed.clear();
  const auto boxes = [&](std::string_view stroke) {
    std::size_t count = 0;
    for (const auto& e : testing::read_svg(paired_boxes(figure)).elements) {
      const auto found = e.attributes.find("stroke");
      count += e.name == "rect" && found != e.attributes.end() && found->second == stroke ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(boxes("#000000"), 1u);
  figure.foremost = {4};
  EXPECT_EQ(boxes("#000000"), 0u);
  const auto contents = testing::read_svg(paired_boxes(figure));
  for (const auto& e : contents.elements) {
    const auto width = e.attributes.find("stroke-width");
    if (width != e.attributes.end() && width->second == "1.6") {
      EXPECT_EQ(e.attributes.at("stroke"), "#0072B2");
    }
  }
  expect_fit_for_print(paired_boxes(figure));
}

TEST(PairedBoxes, ShowEveryScore) {
  const auto contents = testing::read_svg(paired_boxes(grid(3, 1)));
  EXPECT_EQ(testing::count_of(contents, "circle"), 3u * 5u + 1u);  // and the key
}

TEST(PairedBoxes, SayAllNames) {
  const std::string svg = paired_boxes(grid(4, 2));
  for (const char* words : {"method 0", "method 1", "Chameleon0", "Chameleon3", "NMI", "printed"}) {
    EXPECT_TRUE(has_words(svg, words)) << words;
  }
  PairedBoxes unprinted = grid(2, 2);
  for (BoxGroup& group : unprinted.groups) group.printed.clear();
  EXPECT_FALSE(has_words(paired_boxes(unprinted), "printed"));
}

TEST(PairedBoxes, SurviveWhatIsNotThere) {
  expect_fit_for_print(paired_boxes({}));
  PairedBoxes figure{.methods = {"a", testing::kHostileName}};
  figure.groups = {{.name = testing::kHostileName, .samples = {{kNan}, {}}, .printed = {kNan, INFINITY}},
                   {.name = "one", .samples = {{0.5}}},
                   {.name = "", .samples = {{0.5, 0.5, 0.5}, {0.5, kNan, -INFINITY}}}};
  expect_fit_for_print(paired_boxes(figure));
}

TEST(PairedBoxes, RefuseScoresWithoutAMethod) {
  PairedBoxes figure{.methods = {"a"}};
  figure.groups = {{.name = "Texas", .samples = {{0.1}, {0.2}}}};
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { paired_boxes(figure); }),
            "data set 'Texas' has scores of 2 methods: there are 1");
}

TEST(PairedBoxes, AreTheSameBytesEachTime) { EXPECT_EQ(paired_boxes(grid(5, 2)), paired_boxes(grid(5, 2))); }

TEST(PairedBoxes, HaveATitleAndEndWhereScoresEnd) {
  PairedBoxes figure{.methods = {"a"}};
  figure.groups = {{.name = "Cora", .samples = {{0.2, 0.9, 1.0}}}};
  EXPECT_TRUE(has_words(paired_boxes(figure), "1.2"));
  figure.most = 1.0;
  figure.title = "NMI on Cora";
  const std::string svg = paired_boxes(figure);
  expect_fit_for_print(svg);
  EXPECT_FALSE(has_words(svg, "1.2"));
  EXPECT_TRUE(has_words(svg, "NMI on Cora"));
}

}  // namespace
}  // namespace cgsd
