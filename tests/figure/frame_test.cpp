#include "cgsd/figure/frame.hpp"

#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

constexpr svg::Box kPage{0.0, 0.0, 200.0, 120.0};

TEST(Frame, MapsTheCornersOfTheData) {
  const Frame frame = fit_frame(kPage, {AxisScale::linear, 2.0, 4.0}, {AxisScale::linear, -1.0, 1.0}, {});
  EXPECT_DOUBLE_EQ(frame.at(2.0, -1.0).x, frame.area.left);
  EXPECT_DOUBLE_EQ(frame.at(2.0, -1.0).y, frame.area.bottom);
  EXPECT_DOUBLE_EQ(frame.at(4.0, 1.0).x, frame.area.right);
  EXPECT_NEAR(frame.at(4.0, 1.0).y, frame.area.top, 1e-9);
}

TEST(Frame, LeavesRoomForLabelsOfAnyWidth) {
  for (const double high : {1.0, 9999.0, 3.5e-9, 8.88e12}) {
    for (const double width : {60.0, 120.0, 400.0}) {
      svg::Drawing drawing(width / svg::kPointsPerMillimetre, 120.0 / svg::kPointsPerMillimetre, "");
      const FrameNames names{.x = testing::kLongName, .y = testing::kLongName};
      const Axis axis{AxisScale::linear, -high, high};
      draw_frame(drawing, fit_frame({0.0, 0.0, width, 120.0}, axis, axis, names), names);
      testing::expect_fit_for_print(drawing.str());
      EXPECT_TRUE(testing::has_words(drawing.str(), testing::kLongName));  // at least when pointed at
    }
  }
}

TEST(Frame, SplitsIntoPanels) {
  const std::vector<svg::Box> panels = panels_in({0.0, 0.0, 110.0, 50.0}, 3, 2, 10.0);
  ASSERT_EQ(panels.size(), 3u);
  EXPECT_DOUBLE_EQ(panels[1].left, 60.0);
  EXPECT_DOUBLE_EQ(panels[1].right, 110.0);
  EXPECT_DOUBLE_EQ(panels[2].top, 30.0);
  EXPECT_DOUBLE_EQ(panels[2].right, 50.0);
}

TEST(Frame, KeepsTheWholeOfWhatItCuts) {
  const svg::Text cut = fitted({.words = "WWWWWWWW", .size = 7.0}, 30.0);
  EXPECT_LT(text_width(cut.words, 7.0), 30.0);
  EXPECT_EQ(cut.whole, "WWWWWWWW");
}

TEST(Frame, ATitleTakesItsRoomFromTheTop) {
  svg::Drawing drawing(70.0, 40.0, "");
  svg::Box box = kPage;
  draw_title(drawing, "", box);
  EXPECT_EQ(box.top, kPage.top);
  draw_title(drawing, "A title", box);
  EXPECT_EQ(box.top, kPage.top + kTitleSize + 3.0);
  EXPECT_TRUE(testing::has_words(drawing.str(), "A title"));
}

}  // namespace
}  // namespace cgsd
