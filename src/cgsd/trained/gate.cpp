#include "cgsd/trained/gate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/sigmoid.hpp"
#include "cgsd/graph/processes.hpp"

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
  std::vector<EntryIndex> own_degrees;
  std::vector<EntryIndex> room;
  for (NodeId u = 0; u < graph.nodes(); ++u) own_degrees.push_back(graph.degree(u));
  const std::span<const EntryIndex> degree = with_ghosts(graph, own_degrees, room, run);
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const auto own = static_cast<double>(degree[u]);
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        const auto other = static_cast<double>(degree[graph.targets()[i]]);
        weights[i] = other > 0.0 ? sigmoid(curvature[i]) / std::sqrt(own * other) : 0.0;
      }
    }
  });
  return weights;
}

namespace {

// Several processes share undirected graphs only, and there Ŵ is its own transpose.
template <class T>
SparseMatrix<T> gate_matrix(Csr<T> weights, const RunContext& run) {
  if (!several(run)) return SparseMatrix<T>(std::move(weights));
  return {weights, weights};
}

}  // namespace

template <class T>
Gate<T>::Gate(GraphView its_graph, std::span<const double> curvature, const RunContext& run)
    : graph(its_graph), weights(gate_matrix(to_csr<T>(graph, gate_weights(graph, curvature, run)), run)) {}

template struct Gate<float>;
template struct Gate<double>;

double open_share(std::span<const double> curvature, const RunContext& run) {
  const auto open =
      std::count_if(curvature.begin(), curvature.end(), [](double kappa) { return sigmoid(kappa) >= 0.01; });
  std::array counts = {static_cast<double>(open), static_cast<double>(curvature.size())};
  sum_over_processes(run, counts);
  return counts[1] > 0.0 ? counts[0] / counts[1] : 0.0;
}

}  // namespace cgsd
