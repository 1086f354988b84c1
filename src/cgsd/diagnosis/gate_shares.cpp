#include "cgsd/diagnosis/gate_shares.hpp"

#include "cgsd/trained/gate.hpp"

namespace cgsd {
namespace {

constexpr double kSlightly = 0.01;
constexpr double kHalf = 0.5;

// gate(value, edges below it, edges that have it)
template <class Gate>
OpenShares shares(const ValueCounts& curvature, Gate&& gate) {
  double below = 0.0;
  OpenShares open{0.0, 0.0};
  for (const auto& [value, count] : curvature) {
    const auto edges = static_cast<double>(count);
    const double g = gate(value, below, edges);
    if (g >= kSlightly) open.slightly += edges;
    if (g >= kHalf) open.half += edges;
    below += edges;
  }
  return {open.slightly / below, open.half / below};  // 0/0: no edges
}

}  // namespace

OpenShares printed_gate_shares(const ValueCounts& curvature) {
  return shares(curvature, [](double kappa, double, double) { return sigmoid(kappa); });
}

OpenShares rank_gate_shares(const ValueCounts& curvature) {
  const auto all = static_cast<double>(total_count(curvature));
  return shares(curvature, [all](double, double below, double own) { return (below + (own + 1.0) / 2.0) / all; });
}

}  // namespace cgsd
