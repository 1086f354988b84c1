#include "cgsd/modularity/neighbouring_batches.hpp"

#include <algorithm>

namespace cgsd {
namespace {

constexpr double kLargestBatch = 8192.0;
constexpr double kSmallestBatch = 64.0;  // below, threads cost more than they bring
constexpr NodeId kRun = 64;
constexpr NodeId kNodesForRuns = 16384;

}  // namespace

std::size_t batch_size(const WeightedNetwork& network) {
  const double nodes = network.nodes();
  const double entries = std::max<double>(1.0, static_cast<double>(network.entries));
  const double size = std::min({kLargestBatch, nodes / 64.0, nodes * nodes / (2.0 * entries)});
  return size < kSmallestBatch ? 1 : static_cast<std::size_t>(size);
}

std::vector<NodeId> random_order(NodeId nodes, RandomSequence& random) {
  const NodeId run = nodes < kNodesForRuns ? 1 : kRun;
  std::vector<NodeId> runs = each_alone((nodes + run - 1) / run);  // 0, 1, 2, …
  shuffle(std::span(runs), random);
  if (run == 1) return runs;
  std::vector<NodeId> order;
  order.reserve(nodes);
  for (const NodeId first : runs) {
    for (NodeId v = first * run; v < std::min(nodes, (first + 1) * run); ++v) order.push_back(v);
  }
  return order;
}

}  // namespace cgsd
