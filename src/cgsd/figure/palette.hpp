// How series are told apart: by colour (Okabe & Ito 2008, safe for the colour-blind), and without colour by dash,
// marker and hatch. The order puts those first that differ most in grey; yellow is last because it is faint on white.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "cgsd/figure/svg.hpp"

namespace cgsd {

struct SeriesLook {
  std::string_view colour;
  svg::Dash dash;
  svg::Marker marker;
  svg::Hatch hatch;
};

inline constexpr std::string_view kBlack = "#000000";
inline constexpr std::string_view kGrey = "#666666";
inline constexpr std::string_view kMiddleGrey = "#8c8c8c";  // in place of black beside a series that should stand out
inline constexpr std::string_view kLightGrey = "#dddddd";

inline constexpr std::array<SeriesLook, 8> kSeriesLooks = {{
    {"#0072B2", svg::Dash::solid, svg::Marker::circle, svg::Hatch::none},              // blue
    {"#D55E00", svg::Dash::dashed, svg::Marker::square, svg::Hatch::rising},           // vermilion
    {"#009E73", svg::Dash::dotted, svg::Marker::triangle, svg::Hatch::falling},        // bluish green
    {"#CC79A7", svg::Dash::dash_dotted, svg::Marker::diamond, svg::Hatch::crossed},    // reddish purple
    {kBlack, svg::Dash::long_dashed, svg::Marker::triangle_down, svg::Hatch::dotted},  // black
    {"#56B4E9", svg::Dash::solid, svg::Marker::cross, svg::Hatch::horizontal},         // sky blue
    {"#E69F00", svg::Dash::dashed, svg::Marker::plus, svg::Hatch::vertical},           // orange
    {"#F0E442", svg::Dash::dotted, svg::Marker::circle, svg::Hatch::rising},           // yellow
}};

// Any number of series: after eight the colours return with other dashes, markers and hatches; 56 are different.
constexpr SeriesLook look_of(std::size_t series) {
  const std::size_t n = kSeriesLooks.size();
  SeriesLook look = kSeriesLooks[series % n];
  const SeriesLook& other = kSeriesLooks[series < n ? series : (series + series / n) % (n - 1)];
  look.dash = other.dash;
  look.marker = other.marker;
  look.hatch = other.hatch;
  return look;
}

}  // namespace cgsd
