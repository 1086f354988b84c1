#include "cgsd/figure/legend.hpp"

#include <vector>

#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

TEST(Legend, TakesAnotherLineWhereOneIsFull) {
  const std::vector<LegendEntry> entries(4, LegendEntry{.name = "spectral clustering"});
  const double one = legend_height(std::vector<LegendEntry>(1), 400.0);
  EXPECT_DOUBLE_EQ(legend_height(entries, 1000.0), one);
  EXPECT_DOUBLE_EQ(legend_height(entries, 100.0), 4.0 * one);
  EXPECT_DOUBLE_EQ(legend_height({}, 100.0), 0.0);
}

TEST(Legend, KeepsNamesApart) {
  std::vector<LegendEntry> entries;
  for (int i = 0; i < 12; ++i) entries.push_back({.name = std::string(static_cast<std::size_t>(1 + 5 * i), 'm')});
  for (const double width : {120.0, 240.0, 500.0}) {
    const double height = legend_height(entries, width);
    svg::Drawing drawing(width / svg::kPointsPerMillimetre, height / svg::kPointsPerMillimetre, "");
    draw_legend(drawing, entries, {0.0, 0.0, width, height});
    testing::expect_fit_for_print(drawing.str());
  }
}

}  // namespace
}  // namespace cgsd
