// What became of a statement on one graph.
#pragma once

#include <array>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class Verdict { holds, violated, premise_not_met };
constexpr auto enum_names(Verdict) {
  return std::array{EnumName<Verdict>{Verdict::holds, "holds"}, EnumName<Verdict>{Verdict::violated, "violated"},
                    EnumName<Verdict>{Verdict::premise_not_met, "premise not met"}};
}

// measured ≤ bound, but for rounding
inline bool within_bound(double measured, double bound) {
  constexpr double kRounding = 1e-9;
  const double size = bound < 0.0 ? -bound : bound;
  return measured <= bound + kRounding * (1.0 + size);
}

constexpr Verdict verdict_of(bool premise, bool conclusion) {
  if (!premise) return Verdict::premise_not_met;
  return conclusion ? Verdict::holds : Verdict::violated;
}

}  // namespace cgsd
