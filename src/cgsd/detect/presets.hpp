// The configurations of the CGSD family, as values:
//
//   default  the strongest configuration without labels: the values that DetectOptions begins with; nothing is trained
//   paper    the equations and Algorithm 1 as printed
//   authors  what the released program computes, directed entries included
//
// docs/presets.md lists the differences between paper and authors.
#pragma once

#include <array>

#include "cgsd/detect/detect_options.hpp"

namespace cgsd {

enum class Preset { standard, paper, authors };
constexpr auto enum_names(Preset) {
  return std::array{
      EnumName<Preset>{Preset::standard, "default", "the strongest without labels; nothing is trained"},
      EnumName<Preset>{Preset::paper, "paper", "the equations and Algorithm 1 as printed"},
      EnumName<Preset>{Preset::authors, "authors", "what the released program computes, directed entries included"}};
}

DetectOptions preset_options(Preset preset);

}  // namespace cgsd
