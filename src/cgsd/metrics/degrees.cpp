#include "cgsd/metrics/degrees.hpp"

#include <algorithm>
#include <vector>

namespace cgsd {
namespace {

double median_of(std::vector<EntryIndex> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  const auto upper = static_cast<double>(*middle);
  if (values.size() % 2 == 1) return upper;
  return (upper + static_cast<double>(*std::max_element(values.begin(), middle))) / 2.0;
}

NodeId count_isolated(GraphView graph) {
  std::vector<bool> touched(graph.nodes(), false);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (graph.degree(u) > 0) touched[u] = true;
    if (!graph.directed()) continue;
    for (const NodeId v : graph.neighbours(u)) touched[v] = true;
  }
  return static_cast<NodeId>(std::count(touched.begin(), touched.end(), false));
}

}  // namespace

DegreeStatistics degree_statistics(GraphView graph) {
  DegreeStatistics statistics;
  if (graph.nodes() == 0) return statistics;
  std::vector<EntryIndex> degrees(graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) degrees[u] = graph.degree(u);
  const auto [low, high] = std::minmax_element(degrees.begin(), degrees.end());
  statistics.minimum = *low;
  statistics.maximum = *high;
  statistics.mean = static_cast<double>(graph.entries()) / graph.nodes();
  statistics.isolated = count_isolated(graph);
  statistics.median = median_of(std::move(degrees));
  return statistics;
}

}  // namespace cgsd
