#include "cgsd/figure/palette.hpp"

#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Palette, TellsManySeriesApart) {
  std::set<std::pair<std::string, svg::Marker>> by_marker;
  std::set<std::pair<std::string, svg::Hatch>> by_hatch;
  for (std::size_t i = 0; i < 56; ++i) by_marker.insert({std::string(look_of(i).colour), look_of(i).marker});
  for (std::size_t i = 0; i < 16; ++i) by_hatch.insert({std::string(look_of(i).colour), look_of(i).hatch});
  EXPECT_EQ(by_marker.size(), 56u);
  EXPECT_EQ(by_hatch.size(), 16u);
}

// What is left in grey: the first series of a figure must differ without their colours.
TEST(Palette, TellsTheFirstSevenApartInGrey) {
  std::set<svg::Marker> markers;
  std::set<svg::Hatch> hatches;
  for (std::size_t i = 0; i < 7; ++i) {
    markers.insert(look_of(i).marker);
    hatches.insert(look_of(i).hatch);
  }
  EXPECT_EQ(markers.size(), 7u);
  EXPECT_EQ(hatches.size(), 7u);
}

}  // namespace
}  // namespace cgsd
