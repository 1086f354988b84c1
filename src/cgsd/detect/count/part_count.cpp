#include "cgsd/detect/count/part_count.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/random.hpp"
#include "cgsd/graph/components.hpp"
#include "cgsd/graph/rewiring.hpp"

namespace cgsd {
namespace {

constexpr int kCopies = 6;
constexpr double kDeviations = 4.0;

std::int32_t parts_of(const Components& components) {
  return static_cast<std::int32_t>(std::ranges::count_if(components.sizes, [](NodeId size) { return size > 1; }));
}

bool one_part_dominates(const Components& components) {
  std::uint64_t with_edges = 0;
  for (const NodeId size : components.sizes)
    if (size > 1) with_edges += size;
  return 2 * std::uint64_t{components.largest()} > with_edges;
}

}  // namespace

PartCount count_by_parts(GraphView graph, std::int32_t most, const RunContext& run) {
  const Components components = connected_components(graph, run);
  PartCount count{.parts = parts_of(components)};
  if (count.parts < 2 || count.parts > most || one_part_dominates(components)) return count;
  const RandomStream random = RandomStream(0).named("rewired edges");
  double squares = 0.0;
  for (std::uint64_t i = 0; i < kCopies; ++i) {
    const double parts = parts_of(connected_components(rewired(graph, random.at(i), run), run));
    count.by_chance += parts / kCopies;
    squares += parts * parts / kCopies;
  }
  // Crumbs fall off one by one, so that their number varies by its root at least.
  const double spread = std::sqrt(std::max(squares - count.by_chance * count.by_chance, count.by_chance));
  if (count.parts > count.by_chance + kDeviations * spread) count.communities = count.parts;
  return count;
}

}  // namespace cgsd
