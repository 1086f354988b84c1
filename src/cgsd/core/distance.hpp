// Squared Euclidean distance in double. Eight running sums let the compiler use vectors while the order of additions,
// and with it every bit of the result, stays fixed.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace cgsd {

template <class A, class B>
double squared_distance(std::span<const A> a, std::span<const B> b) {
  constexpr std::size_t kLanes = 8;
  double lane[kLanes] = {};
  const std::size_t whole = a.size() / kLanes * kLanes;
  for (std::size_t j = 0; j < whole; j += kLanes) {
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kLanes; ++l) {
      const double difference = static_cast<double>(a[j + l]) - static_cast<double>(b[j + l]);
      lane[l] += difference * difference;
    }
  }
#pragma GCC unroll 8
  for (std::size_t l = 0; l < kLanes; ++l) {  // with an index that is not known, sums would stay in memory
    if (whole + l >= a.size()) break;
    const double difference = static_cast<double>(a[whole + l]) - static_cast<double>(b[whole + l]);
    lane[l] += difference * difference;
  }
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

// Four at a time: to points whose j-th numbers stand together in others[j]. Each is squared_distance() of its point, to
// the bit: the same additions in the same order.
using FourDoubles = double __attribute__((vector_size(32)));

template <class A>
FourDoubles squared_distances(std::span<const A> a, const double (*others)[4]) {
  constexpr std::size_t kLanes = 8;
  FourDoubles lane[kLanes] = {};
  const auto term = [&](std::size_t j) {
    FourDoubles other;
    std::memcpy(&other, others[j], sizeof other);
    const FourDoubles difference = static_cast<double>(a[j]) - other;
    return difference * difference;
  };
  const std::size_t whole = a.size() / kLanes * kLanes;
  for (std::size_t j = 0; j < whole; j += kLanes) {
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kLanes; ++l) lane[l] += term(j + l);
  }
#pragma GCC unroll 8
  for (std::size_t l = 0; l < kLanes; ++l) {
    if (whole + l >= a.size()) break;
    lane[l] += term(whole + l);
  }
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

}  // namespace cgsd
