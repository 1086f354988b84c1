#include "cgsd/metrics/homophily.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

using ClassPair = std::pair<std::int32_t, std::int32_t>;

// Entries by the classes of their two ends, and the sum of the nodes' own shares of alike neighbours.
struct EntryCounts {
  std::map<ClassPair, std::uint64_t> by_classes;
  std::uint64_t entries = 0;
  std::uint64_t alike = 0;
  double share_sum = 0.0;
  std::uint64_t nodes_with_share = 0;

  EntryCounts& operator+=(const EntryCounts& other) {
    for (const auto& [classes, count] : other.by_classes) by_classes[classes] += count;
    entries += other.entries;
    alike += other.alike;
    share_sum += other.share_sum;
    nodes_with_share += other.nodes_with_share;
    return *this;
  }
};

constexpr std::size_t kNodeBlock = 65536;

// Of the nodes [begin, end).
EntryCounts count_entries(GraphView graph, const Labels& labels, std::size_t begin, std::size_t end) {
  EntryCounts counts;
  std::vector<std::uint64_t> row(static_cast<std::size_t>(labels.classes()), 0);  // neighbours of u per class
  std::vector<std::int32_t> met;                                                  // classes with row > 0
  for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
    const std::int32_t own = labels.class_of[u];
    if (own == kUnlabelled) continue;
    std::uint64_t labelled = 0;
    for (const NodeId v : graph.neighbours(u)) {
      const std::int32_t other = labels.class_of[v];
      if (other == kUnlabelled) continue;
      if (row[static_cast<std::size_t>(other)]++ == 0) met.push_back(other);
      ++labelled;
    }
    if (labelled == 0) continue;
    const std::uint64_t alike = row[static_cast<std::size_t>(own)];
    counts.entries += labelled;
    counts.alike += alike;
    counts.share_sum += static_cast<double>(alike) / static_cast<double>(labelled);
    ++counts.nodes_with_share;
    for (const std::int32_t other : met)
      counts.by_classes[{own, other}] += std::exchange(row[static_cast<std::size_t>(other)], 0);
    met.clear();
  }
  return counts;
}

double entropy(const std::vector<double>& probabilities) {
  double sum = 0.0;
  for (const double p : probabilities) sum -= p > 0.0 ? p * std::log(p) : 0.0;
  return sum;
}

}  // namespace

Homophily homophily(GraphView graph, const Labels& labels, const RunContext& run) {
  if (labels.class_of.size() != graph.nodes()) throw InvalidArgument("labels: one per node is needed");
  const auto counts = ordered_sum<EntryCounts>(run, graph.nodes(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
    return count_entries(graph, labels, begin, end);
  });
  Homophily result{kUndefined, kUndefined, kUndefined, kUndefined,
                   graph.directed() ? counts.entries : counts.entries / 2};
  if (counts.entries == 0) return result;

  const auto total = static_cast<double>(counts.entries);
  result.edge = static_cast<double>(counts.alike) / total;
  result.node = counts.share_sum / static_cast<double>(counts.nodes_with_share);

  // Directed entries have two different ends; p_k is the share of class k among both, as in the undirected case.
  std::vector<double> end_share(static_cast<std::size_t>(labels.classes()), 0.0);
  std::vector<double> joint;
  for (const auto& [classes, count] : counts.by_classes) {
    const double half = static_cast<double>(count) / (2.0 * total);
    end_share[static_cast<std::size_t>(classes.first)] += half;
    end_share[static_cast<std::size_t>(classes.second)] += half;
    const auto mirrored = counts.by_classes.find({classes.second, classes.first});
    const double back = mirrored == counts.by_classes.end() ? 0.0 : static_cast<double>(mirrored->second);
    joint.push_back((static_cast<double>(count) + back) / (2.0 * total));
    if (back == 0.0) joint.push_back(joint.back());  // the mirrored pair has the same probability but no row of its own
  }
  double chance = 0.0;
  for (const double p : end_share) chance += p * p;
  if (chance < 1.0) {
    result.adjusted = (result.edge - chance) / (1.0 - chance);
    result.label_informativeness = 2.0 - entropy(joint) / entropy(end_share);
  }
  return result;
}

}  // namespace cgsd
