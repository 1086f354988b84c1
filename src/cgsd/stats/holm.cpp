#include "cgsd/stats/holm.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

std::vector<double> holm(std::span<const double> p_values) {
  const std::size_t m = p_values.size();
  for (std::size_t i = 0; i < m; ++i) {
    if (!(p_values[i] >= 0.0 && p_values[i] <= 1.0)) {
      throw InvalidArgument(fmt::format("p-value {} is {}: must be in [0, 1]", i, p_values[i]));
    }
  }
  std::vector<std::size_t> order(m);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(m);
  double largest = 0.0;
  for (std::size_t j = 0; j < m; ++j) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(m - j) * p_values[order[j]]));
    adjusted[order[j]] = largest;
  }
  return adjusted;
}

}  // namespace cgsd
