#include "cgsd/experiment/tables/metric.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

int digits_of_seconds(double value) {
  if (value < 0.01) return 5;
  if (value < 1.0) return 3;
  if (value < 10.0) return 2;
  return value < 100.0 ? 1 : 0;
}

}  // namespace

Better better(Metric metric) {
  switch (metric) {
    case Metric::seconds:
    case Metric::peak_memory:
      return Better::lower;
    case Metric::communities:
      return Better::neither;
    default:
      return Better::higher;
  }
}

std::string_view title_of(Metric metric) { return help_of(metric); }

std::string value_text(Metric metric, double value) { return value_text(metric, value, value); }

std::string value_text(Metric metric, double value, double scale) {
  constexpr int kScoreDigits = 3;
  constexpr double kMegabyte = 1e6;
  if (metric == Metric::peak_memory) return number_text(value / kMegabyte, 0);
  if (metric == Metric::communities) return number_text(value, 1);
  return number_text(value, metric == Metric::seconds ? digits_of_seconds(scale) : kScoreDigits);
}

Metric metric_named(std::string_view name) {
  if (const auto metric = value_named<Metric>(name)) return *metric;
  throw InvalidArgument(
      fmt::format("unknown metric {}; known are {}", in_quotes(name), fmt::join(names_of<Metric>(), ", ")));
}

}  // namespace cgsd
