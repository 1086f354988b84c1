#include "cgsd/detect/count/part_count.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cgsd/core/random.hpp"
#include "cgsd/graph/components.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/graph/rewiring.hpp"

namespace cgsd {
namespace {

constexpr int kCopies = 6;
constexpr double kDeviations = 4.0;

// Components of two nodes or more.
struct Parts {
  std::int32_t count = 0;
  double largest = 0.0;  // nodes of the largest, and
  double nodes = 0.0;    // of all
  bool one_dominates() const { return 2.0 * largest > nodes; }
};

Parts parts_of(GraphView graph, const RunContext& run) {
  std::array sums = {0.0, 0.0};
  Parts parts;
  for (const std::uint64_t size : component_sizes(graph, run)) {
    if (size < 2) continue;
    sums[0] += 1.0;
    sums[1] += static_cast<double>(size);
    parts.largest = std::max(parts.largest, static_cast<double>(size));
  }
  sum_over_processes(run, sums);
  parts.count = static_cast<std::int32_t>(sums[0]);
  parts.nodes = sums[1];
  parts.largest = largest_over_processes(run, parts.largest);
  return parts;
}

}  // namespace

PartCount count_by_parts(GraphView graph, std::int32_t most, const RunContext& run) {
  const Parts found = parts_of(graph, run);
  PartCount count{.parts = found.count};
  if (count.parts < 2 || count.parts > most || found.one_dominates()) return count;
  const RandomStream random = RandomStream(0).named("rewired edges");
  double squares = 0.0;
  for (std::uint64_t i = 0; i < kCopies; ++i) {
    const Graph copy = rewired(graph, random.at(i), run);
    const double parts = parts_of(copy, run).count;
    processes_of(run).forget(copy);
    count.by_chance += parts / kCopies;
    squares += parts * parts / kCopies;
  }
  // Crumbs fall off one by one, so that their number varies by its root at least.
  const double spread = std::sqrt(std::max(squares - count.by_chance * count.by_chance, count.by_chance));
  if (count.parts > count.by_chance + kDeviations * spread) count.communities = count.parts;
  return count;
}

}  // namespace cgsd
