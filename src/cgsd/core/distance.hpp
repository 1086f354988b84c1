// Squared Euclidean distance in double. Eight running sums let the compiler use vectors while the order of additions,
// and with it every bit of the result, stays fixed.
#pragma once

#include <cstddef>
#include <span>

namespace cgsd {

template <class A, class B>
double squared_distance(std::span<const A> a, std::span<const B> b) {
  constexpr std::size_t kLanes = 8;
  double lane[kLanes] = {};
  const std::size_t whole = a.size() / kLanes * kLanes;
  for (std::size_t j = 0; j < whole; j += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const double difference = static_cast<double>(a[j + l]) - static_cast<double>(b[j + l]);
      lane[l] += difference * difference;
    }
  }
  for (std::size_t j = whole; j < a.size(); ++j) {
    const double difference = static_cast<double>(a[j]) - static_cast<double>(b[j]);
    lane[j - whole] += difference * difference;
  }
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

}  // namespace cgsd
