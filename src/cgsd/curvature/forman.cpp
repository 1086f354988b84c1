#include "cgsd/curvature/forman.hpp"

#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 4096;

std::vector<std::uint32_t> degree_table(const Graph& graph, const RunContext& run) {
  auto degree = large_vector<std::uint32_t>(graph.nodes());
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const EntryIndex length = graph.degree(static_cast<NodeId>(u));
      if (length > std::numeric_limits<std::uint32_t>::max()) {
        throw InvalidArgument(fmt::format("node {}: {} entries leave it, at most 4294967295 may", u, length));
      }
      degree[u] = static_cast<std::uint32_t>(length);
    }
  });
  return degree;
}

}  // namespace

std::vector<double> forman_curvature(const Graph& graph, const RunContext& run) {
  const auto degree = degree_table(graph, run);
  const auto targets = graph.targets();
  auto curvature = large_vector<double>(graph.entries());
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const double own = 4.0 - degree[u];
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) curvature[i] = own - degree[targets[i]];
    }
  });
  return curvature;
}

}  // namespace cgsd
