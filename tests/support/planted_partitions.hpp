// Block models of 600 nodes and four communities, for tests of what the default decides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "cgsd/graph/generators.hpp"

namespace cgsd::testing {

inline Dataset planted_words(double heterophily, double signal, std::uint64_t seed) {
  return stochastic_block_model({.nodes = 600,
                                 .communities = 4,
                                 .heterophily = heterophily,
                                 .mean_degree = 8.0,
                                 .attributes = AttributeKind::words,
                                 .dimensions = 800,
                                 .coupling = Coupling::independent,
                                 .signal = signal},
                                RunContext({.seed = seed}));
}

// Gives dense attributes a partition of their own: nodes are numbered at random, so that rows in reverse, and classes
// in reverse with them, know nothing of the edges.
inline void reverse_attributes(Dataset& data) {
  const Matrix<float>& rows = data.input.attributes.dense();
  Matrix<float> reversed(rows.rows(), rows.cols());
  for (std::size_t v = 0; v < rows.rows(); ++v)
    std::ranges::copy(rows.row(rows.rows() - 1 - v), reversed.row(v).begin());
  data.input.attributes = std::move(reversed);
}

}  // namespace cgsd::testing
