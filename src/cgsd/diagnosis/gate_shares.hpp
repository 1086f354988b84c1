// What share of the edges a gate leaves open.
//
//   printed gate    σ(κ), as the paper prints it
//   mid-rank gate   rank of κ among all edges / their number, equal values sharing the mean of their ranks: it knows
//   the
//                   order of the curvatures only, so it cannot shut all edges at once
// NaN for no edges. Cost: O(distinct values).
#pragma once

#include "cgsd/diagnosis/value_counts.hpp"

namespace cgsd {

struct OpenShares {
  double slightly;  // gate ≥ 0.01
  double half;      // gate ≥ 0.5
};

OpenShares printed_gate_shares(const ValueCounts& curvature);
OpenShares rank_gate_shares(const ValueCounts& curvature);

}  // namespace cgsd
