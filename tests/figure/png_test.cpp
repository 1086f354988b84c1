#include "cgsd/figure/png.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "cgsd/figure/svg.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

std::string one_inch_by_two() {
  svg::Drawing drawing(25.4, 50.8, "");
  drawing.text({.words = "κ", .at = {10.0, 20.0}});
  return drawing.str();
}

std::uint32_t number_at(const std::vector<std::byte>& png, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8U | std::to_integer<std::uint32_t>(png.at(place + i));
  return value;
}

std::string name_at(const std::vector<std::byte>& png, std::size_t place) {
  std::string name;
  for (std::size_t i = 0; i < 4; ++i) name += static_cast<char>(png.at(place + i));
  return name;
}

TEST(Png, HasTheSizeOfTheDrawingInDots) {
  if (!can_render_png()) GTEST_SKIP() << "built without librsvg";
  const std::vector<std::byte> png = render_png(one_inch_by_two(), 300.0);
  ASSERT_EQ(name_at(png, 12), "IHDR");
  EXPECT_EQ(number_at(png, 16), 300u);
  EXPECT_EQ(number_at(png, 20), 600u);
  ASSERT_EQ(name_at(png, 37), "pHYs");
  EXPECT_EQ(number_at(png, 41), 11811u);  // 300 / 0.0254
  EXPECT_EQ(number_at(png, 45), 11811u);
}

TEST(Png, IsTheSameEachTime) {
  if (!can_render_png()) GTEST_SKIP() << "built without librsvg";
  EXPECT_EQ(render_png(one_inch_by_two(), 100.0), render_png(one_inch_by_two(), 100.0));
}

TEST(Png, RefusesWhatItCannotDraw) {
  if (!can_render_png()) GTEST_SKIP() << "built without librsvg";
  using testing::error_text;
  EXPECT_TRUE(error_text<InvalidArgument>([] {
                render_png("no drawing", 300.0);
              }).starts_with("the drawing cannot be rendered"));
  EXPECT_TRUE(error_text<InvalidArgument>([] { render_png("", 300.0); }).starts_with("the drawing cannot be rendered"));
  EXPECT_EQ(error_text<InvalidArgument>([] { render_png(one_inch_by_two(), 5.0); }),
            "dots per inch = 5: must be in [10, 2400]");
  const std::string poster = svg::Drawing(2000.0, 100.0, "").str();
  EXPECT_TRUE(
      error_text<InvalidArgument>([&] { render_png(poster, 300.0); }).starts_with("the drawing has 23622 × 1181"));
}

TEST(Png, SaysWhereItCannot) {
  if (can_render_png()) GTEST_SKIP() << "built with librsvg";
  EXPECT_EQ(testing::error_text<Error>([] { render_png(one_inch_by_two(), 300.0); }),
            "built without librsvg: PNG figures are not available");
}

}  // namespace
}  // namespace cgsd
