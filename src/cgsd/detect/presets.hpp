// Presets: named sets of option values over the one pipeline, as data.
//
//   default  the strongest configuration without labels: the values that DetectOptions begins with
//   paper    the equations and Algorithm 1 as printed
//   authors  what the released program computes
//
// A preset is a list of "name=value" over the options of detect(), so what it changes can be read, printed and
// compared.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "cgsd/detect/detect.hpp"

namespace cgsd {

enum class Preset { standard, paper, authors };
constexpr auto enum_names(Preset) {
  return std::array{
      EnumName<Preset>{Preset::standard, "default", "the strongest without labels; nothing is trained"},
      EnumName<Preset>{Preset::paper, "paper", "the equations and Algorithm 1 as printed"},
      EnumName<Preset>{Preset::authors, "authors", "what the released program computes, directed entries included"}};
}

std::span<const std::string_view> preset_settings(Preset preset);

DetectOptions preset_options(Preset preset);

}  // namespace cgsd
