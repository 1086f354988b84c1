// Does a measured figure agree with a printed one, and what follows for a sentence of the paper?
//
//   figure with seeds      inside: |measured − printed| ≤ 2 standard errors + half a unit of the last printed digit
//   figure of one seed     nothing is said
//   figure without chance  equal: the same digits when rounded to as many as are printed
//   sentence               reproduced · not reproduced · contradicts itself (numbers or sentences of the paper itself
//                          rule it out; what its released program does is no part of the paper) · cannot be checked
//                          (data or definition are not to be had)
//
// The standard error is that of our mean over the seeds. A printed value has an error of its own, about as large if it
// comes from as many seeds; the paper does not print it, so it is not counted and "outside" is said rather early.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class ClaimVerdict { reproduced, not_reproduced, contradicts_itself, cannot_be_checked };
constexpr auto enum_names(ClaimVerdict) {
  using V = ClaimVerdict;
  return std::array{EnumName<V>{V::reproduced, "reproduced"}, EnumName<V>{V::not_reproduced, "not reproduced"},
                    EnumName<V>{V::contradicts_itself, "contradicts itself"},
                    EnumName<V>{V::cannot_be_checked, "cannot be checked"}};
}

enum class FigureAgreement { inside, outside, equal, different, one_run, not_printed, not_measured };
constexpr auto enum_names(FigureAgreement) {
  using A = FigureAgreement;
  return std::array{EnumName<A>{A::inside, "inside", "within two standard errors"},
                    EnumName<A>{A::outside, "outside", "further than two standard errors"},
                    EnumName<A>{A::equal, "equal", "every printed digit"},
                    EnumName<A>{A::different, "different"},
                    EnumName<A>{A::one_run, "one run", "without a spread nothing can be said"},
                    EnumName<A>{A::not_printed, "not printed"},
                    EnumName<A>{A::not_measured, "not measured"}};
}

// A number as a paper has it: its digits count.
struct Printed {
  double value = 0.0;
  int digits = 0;  // after the point

  bool operator==(const Printed&) const = default;
};

// "-22.50" → −22.5 with two digits. Throws InvalidArgument.
Printed printed_number(std::string_view text);

struct Measured {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double value = kNone;           // mean over the runs
  double standard_error = kNone;  // NaN: not a matter of chance, or a single run
  std::size_t runs = 0;
  bool is_exact = false;  // not a matter of chance
};

// Of something that is not a matter of chance.
inline Measured exact(double value) { return {.value = value, .runs = 1, .is_exact = true}; }

// NaN are runs that failed: they do not count.
Measured measured(std::span<const double> values);

FigureAgreement agreement(const Measured& measured, const std::optional<Printed>& printed);
// Nothing if there is nothing to compare.
std::optional<bool> agrees(FigureAgreement agreement);

// A sentence of the paper, and what was found about it.
struct Claim {
  std::string text;
  ClaimVerdict verdict = ClaimVerdict::cannot_be_checked;
  std::string evidence;  // one sentence, made of measured figures
};

// reproduced or not; if there is no figure, it cannot be checked.
ClaimVerdict verdict_if(std::optional<bool> holds);

std::string rounded_text(double value, int digits);               // "–" for NaN
std::string signed_text(double value, int digits);                // "+0.012"
std::string measured_text(const Measured& measured, int digits);  // "0.053 ± 0.017"
// "p = 0.008", "p < 0.001"
std::string p_text(double p);

}  // namespace cgsd
