// Runs a computation at 1, 2, 3 and 4 threads, twice each, and demands the same result to the last bit.
//
//   expect_same_bits_at_any_thread_count([&](const RunContext& run) { return edge_curvature(graph, {}, run); });
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd::testing {

// Bitwise equality: tells −0 from 0 and accepts equal NaNs, unlike ==.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <class T>
bool same_bits(const Matrix<T>& a, const Matrix<T>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.values().empty() || std::memcmp(a.data(), b.data(), a.values().size_bytes()) == 0);
}
inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
template <class T>
requires(!std::is_floating_point_v<T>) bool same_bits(const T& a, const T& b) { return a == b; }

template <class Compute>
void expect_same_bits_at_any_thread_count(Compute&& compute, std::uint64_t seed = 1) {
  const auto reference = compute(RunContext({.seed = seed, .workers = 1}));
  for (const int workers : {1, 2, 3, 4}) {
    for (const int repetition : {1, 2}) {
      const auto result = compute(RunContext({.seed = seed, .workers = workers}));
      EXPECT_TRUE(same_bits(reference, result)) << "differs at " << workers << " threads, repetition " << repetition;
    }
  }
}

}  // namespace cgsd::testing
