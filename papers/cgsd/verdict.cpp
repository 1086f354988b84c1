#include "papers/cgsd/verdict.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {

Printed printed_number(std::string_view text) {
  Printed printed;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), printed.value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || !std::isfinite(printed.value)) {
    throw InvalidArgument(fmt::format("{} is no number", in_quotes(text)));
  }
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos) printed.digits = static_cast<int>(text.size() - point - 1);
  return printed;
}

Measured measured(std::span<const double> values) {
  std::vector<double> found;
  std::ranges::copy_if(values, std::back_inserter(found), [](double value) { return std::isfinite(value); });
  const SampleSummary summary = summarise(found);
  return {summary.mean, summary.standard_error, summary.count, false};
}

std::string rounded_text(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  const std::string text = fmt::format("{:.{}f}", value, digits);
  // −0.00 is 0.00
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

std::string signed_text(double value, int digits) {
  const std::string text = rounded_text(value, digits);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return value > 0.0 && !is_zero ? "+" + text : text;
}

std::string measured_text(const Measured& measured, int digits) {
  const std::string value = rounded_text(measured.value, digits);
  if (!std::isfinite(measured.standard_error)) return value;
  return value + " ± " + rounded_text(measured.standard_error, digits);
}

std::string p_text(double p) {
  constexpr double kSmallest = 0.001;
  return p < kSmallest ? fmt::format("p < {}", kSmallest) : fmt::format("p = {:.3f}", p);
}

FigureAgreement agreement(const Measured& measured, const std::optional<Printed>& printed) {
  if (!std::isfinite(measured.value)) return FigureAgreement::not_measured;
  if (!printed) return FigureAgreement::not_printed;
  if (measured.is_exact) {
    const bool same = rounded_text(measured.value, printed->digits) == rounded_text(printed->value, printed->digits);
    return same ? FigureAgreement::equal : FigureAgreement::different;
  }
  if (!std::isfinite(measured.standard_error)) return FigureAgreement::one_run;
  const double half_a_digit = 0.5 * std::pow(10.0, -printed->digits);
  const double distance = std::abs(measured.value - printed->value);
  return distance <= 2.0 * measured.standard_error + half_a_digit ? FigureAgreement::inside : FigureAgreement::outside;
}

std::optional<bool> agrees(FigureAgreement agreement) {
  switch (agreement) {
    case FigureAgreement::inside:
    case FigureAgreement::equal:
      return true;
    case FigureAgreement::outside:
    case FigureAgreement::different:
      return false;
    case FigureAgreement::one_run:
    case FigureAgreement::not_printed:
    case FigureAgreement::not_measured:
      break;
  }
  return std::nullopt;
}

ClaimVerdict verdict_if(std::optional<bool> holds) {
  if (!holds) return ClaimVerdict::cannot_be_checked;
  return *holds ? ClaimVerdict::reproduced : ClaimVerdict::not_reproduced;
}

}  // namespace cgsd
