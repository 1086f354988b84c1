#include "cgsd/stats/samples.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

void check_finite(std::string_view name, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw InvalidArgument(fmt::format("{}: value {} is {}: must be finite", name, i, values[i]));
    }
  }
}

std::vector<double> paired_differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) {
    throw InvalidArgument(
        fmt::format("first has {} values, second {}: pairs need as many of both", first.size(), second.size()));
  }
  check_finite("first", first);
  check_finite("second", second);
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = first[i] - second[i];
  check_finite("first − second", differences);
  return differences;
}

}  // namespace cgsd
