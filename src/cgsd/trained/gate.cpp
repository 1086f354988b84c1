#include "cgsd/trained/gate.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/sigmoid.hpp"

namespace cgsd {

std::vector<double> gate_openness(std::span<const double> curvature, const RunContext& run) {
  std::vector<double> openness(curvature.size());
  parallel_for(run, curvature.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) openness[i] = sigmoid(curvature[i]);
  });
  return openness;
}

std::vector<double> gate_weights(GraphView graph, std::span<const double> curvature, const RunContext& run) {
  std::vector<double> weights(graph.entries());
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const auto own = static_cast<double>(graph.degree(static_cast<NodeId>(u)));
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        const auto other = static_cast<double>(graph.degree(graph.targets()[i]));
        weights[i] = other > 0.0 ? sigmoid(curvature[i]) / std::sqrt(own * other) : 0.0;
      }
    }
  });
  return weights;
}

double open_share(std::span<const double> curvature) {
  if (curvature.empty()) return 0.0;
  const auto open =
      std::count_if(curvature.begin(), curvature.end(), [](double kappa) { return sigmoid(kappa) >= 0.01; });
  return static_cast<double>(open) / static_cast<double>(curvature.size());
}

}  // namespace cgsd
