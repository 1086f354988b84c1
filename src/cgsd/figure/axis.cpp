#include "cgsd/figure/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr std::array<double, 3> kNiceFactors = {1.0, 2.0, 5.0};

// 10^exponent as the nearest double: a product of tens would not be.
double power_of_ten(int exponent) { return std::pow(10.0, exponent); }

// k · factor · 10^exponent without the rounding error of 3 · 0.1.
double multiple_of(double k, double factor, int exponent) {
  return exponent < 0 ? k * factor / power_of_ten(-exponent) : k * factor * power_of_ten(exponent);
}

struct NiceStep {
  double factor = 1.0;
  int exponent = 0;
  double size() const { return multiple_of(1.0, factor, exponent); }
  double first(double low) const { return std::ceil(low / size() - 1e-9); }  // the first multiple inside, in steps
  double last(double high) const { return std::floor(high / size() + 1e-9); }
};

// The smallest step of which no more than `most` multiples lie in the range.
NiceStep nice_step(const Axis& axis, int most) {
  const double least = (axis.high - axis.low) / (std::max(most, 1) + 1.0);
  NiceStep step;
  step.exponent = std::clamp(static_cast<int>(std::floor(std::log10(least))), -300, 300);
  for (;; ++step.exponent) {
    for (const double factor : kNiceFactors) {
      step.factor = factor;
      if (step.last(axis.high) - step.first(axis.low) + 1.0 <= std::max(most, 1)) return step;
    }
  }
}

std::string with_minus_sign(const std::string& text) { return text.starts_with('-') ? "−" + text.substr(1) : text; }

std::string superscript(int number) {
  constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) raised += kDigits[static_cast<std::size_t>(digit - '0')];
  return raised;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::vector<Tick> linear_ticks(const Axis& axis, int most) {
  const NiceStep step = nice_step(axis, most);
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  const bool powers = largest >= 1e5 || step.size() < 1e-4;
  const int digits = std::clamp(static_cast<int>(std::floor(std::log10(largest / step.size()))) + 2, 1, 15);
  std::vector<Tick> ticks;
  for (double k = step.first(axis.low); k <= step.last(axis.high); ++k) {
    const double value = multiple_of(k, step.factor, step.exponent);
    if (powers) {
      ticks.push_back({value, number_label(value, digits)});
    } else {  // adding 0 turns −0 into 0
      ticks.push_back({value, with_minus_sign(fmt::format("{:.{}f}", value + 0.0, std::max(0, -step.exponent)))});
    }
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(const Axis& axis, int most) {
  const double lowest = std::log10(axis.low);
  const double highest = std::log10(axis.high);
  if (highest - lowest < 0.7) return linear_ticks(axis, most);  // hardly a factor of 5
  const bool powers = highest - lowest > 4.5;
  const auto ticks_at = [&](int stride, std::size_t factors) {
    std::vector<Tick> ticks;
    for (int e = static_cast<int>(std::floor(lowest)); e <= static_cast<int>(std::ceil(highest)); ++e) {
      if (e % stride != 0) continue;
      for (std::size_t f = 0; f < factors; ++f) {
        const double value = multiple_of(1.0, kNiceFactors[f], e);
        const double place = axis_position(axis, value);
        if (place < -1e-9 || place > 1.0 + 1e-9) continue;
        ticks.push_back({value, powers && f == 0 ? "10" + superscript(e) : number_label(value, 1)});
      }
    }
    return ticks;
  };
  for (const std::size_t factors : {std::size_t{3}, std::size_t{1}}) {
    std::vector<Tick> ticks = ticks_at(1, factors);
    if (static_cast<int>(ticks.size()) <= std::max(most, 1)) return ticks;
  }
  for (int stride = 2;; ++stride) {
    std::vector<Tick> ticks = ticks_at(stride, 1);
    if (static_cast<int>(ticks.size()) <= std::max(most, 1)) return ticks;
  }
}

}  // namespace

Axis axis_over(std::span<const double> values, AxisScale scale, double margin) {
  const bool log = scale == AxisScale::logarithmic;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {
    if (!std::isfinite(value) || (log && value <= 0.0)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) return {scale, log ? 1.0 : 0.0, log ? 10.0 : 1.0};
  // Wide enough for any figure, and neither high − low nor high / low overflows.
  const double most = log ? 1e120 : 1e300;
  low = std::clamp(low, -most, most);
  high = std::clamp(high, -most, most);
  if (log) {
    low = std::max(low, 1.0 / most);
    high = std::max(high, low);
    const double factor = high / low < 1.0 + 1e-9 ? 2.0 : std::pow(high / low, margin);
    return {scale, low / factor, high * factor};
  }
  const double span = high - low;
  const double size = std::max(std::abs(low), std::abs(high));
  if (span <= 1e-12 * size)
    return {scale, low - (size > 0.0 ? size / 2.0 : 1.0), high + (size > 0.0 ? size / 2.0 : 1.0)};
  const Axis wider{scale, low - margin * span, high + margin * span};
  return {scale, low >= 0.0 ? std::max(0.0, wider.low) : wider.low,
          high <= 0.0 ? std::min(0.0, wider.high) : wider.high};
}

Axis rounded_outwards(const Axis& axis, int most) {
  if (axis.scale == AxisScale::logarithmic) return axis;
  const NiceStep step = nice_step(axis, most);
  return {axis.scale, multiple_of(std::floor(axis.low / step.size() + 1e-9), step.factor, step.exponent),
          multiple_of(std::ceil(axis.high / step.size() - 1e-9), step.factor, step.exponent)};
}

double axis_position(const Axis& axis, double value) {
  if (axis.scale == AxisScale::linear) return (value - axis.low) / (axis.high - axis.low);
  if (!(value > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return std::log(value / axis.low) / std::log(axis.high / axis.low);
}

std::vector<Tick> axis_ticks(const Axis& axis, int most) {
  if (!(axis.high > axis.low) || !std::isfinite(axis.high - axis.low)) return {};
  return axis.scale == AxisScale::linear ? linear_ticks(axis, most) : logarithmic_ticks(axis, most);
}

double nice_at_least(double value) {
  const int exponent = std::clamp(static_cast<int>(std::floor(std::log10(value))) - 1, -300, 300);
  for (int e = exponent;; ++e) {
    for (const double factor : kNiceFactors) {
      const double nice = multiple_of(1.0, factor, e);
      if (nice >= value * (1.0 - 1e-12)) return nice;
    }
  }
}

std::string number_label(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0.0 ? "∞" : "−∞";
  if (value == 0.0) return "0";
  const double size = std::abs(value);
  if (size >= 1e-4 && size < 1e5) {
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    return with_minus_sign(without_trailing_zeros(fmt::format("{:.{}f}", value, decimals)));
  }
  const std::string text = fmt::format("{:.{}e}", value, std::max(0, digits - 1));
  const std::size_t e = text.find('e');
  const std::string mantissa = without_trailing_zeros(text.substr(0, e));
  const std::string power = "10" + superscript(std::stoi(text.substr(e + 1)));
  if (mantissa == "1") return power;
  return with_minus_sign(mantissa == "-1" ? "-" + power : mantissa + "×" + power);
}

}  // namespace cgsd
