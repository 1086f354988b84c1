#include "papers/cgsd/items/theory.hpp"

#include <utility>

#include <fmt/format.h>

#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/experiment/method_entry.hpp"

#include "papers/cgsd/items/theory_tables.hpp"
#include "papers/cgsd/items/theory_verdicts.hpp"
#include "papers/cgsd/theorems/separated_stars.hpp"

namespace cgsd {
namespace {

// One star per class: every pair of a class is in one star. Two per class: some pairs are not.
constexpr StarOptions kBuilt[] = {{4, 1}, {16, 1}, {4, 2}, {8, 2}, {16, 2}, {64, 2}};

TheoryGraph built_graph(const StarOptions& options, const RunContext& run) {
  SeparatedStars stars = separated_stars(options, run);
  std::vector<std::int32_t> found = stars.class_of;
  return {.name = fmt::format("{} stars × {}", 2 * options.stars_per_class, options.leaves),
          .origin = GraphOrigin::built,
          .graph = std::move(stars.graph),
          .class_of = std::move(stars.class_of),
          .found = std::move(found)};
}

}  // namespace

std::vector<TheoryGraph> theory_graphs(const ItemSpec& spec, const StoreLocations& locations, const RunContext& run) {
  std::vector<TheoryGraph> graphs;
  const RunContext seeded = run.with_seed(spec.experiment->seeds.front());
  for (const DatasetEntry& entry : spec.datasets) {
    const Dataset directed = load_entry(entry, {.directed = true}, locations, run);
    const ConfiguredMethod method = configured(spec.experiment->methods.front(), communities_of(entry, directed));
    const MethodResult found = method.run(directed.input, seeded);
    Dataset simple = load_entry(entry, {.directed = false}, locations, run);
    graphs.push_back({.name = entry.label,
                      .origin = entry.sbm ? GraphOrigin::block_model : GraphOrigin::dataset,
                      .graph = std::move(simple.input.graph),
                      .class_of = std::move(simple.labels.class_of),
                      .found = found.partition.community_of});
  }
  for (const StarOptions& options : kBuilt) graphs.push_back(built_graph(options, run));
  return graphs;
}

ItemReport theory_report(const ItemSpec& spec, std::span<const GraphTheory> graphs) {
  ItemReport report{.item = spec.item, .title = spec.title};
  report.theory = theory_tables(spec, graphs);
  report.claims = theory_verdicts(spec, graphs);
  report.remarks = {
      "Ã_uv = σ(κ_e)/√(d_u d_v) on edges, S̃ = D^−½ Ã D^−½, labels y. Edges are undirected, κ is Forman's curvature, "
      "classes are those of the labels. Communities found are those of preset authors with CSpec, seed 0; of the "
      "stars, the classes.",
      "Stars: two classes, centres joined across the classes each with each; all edges within have a higher curvature "
      "than all across, so that they meet the premise of Theorems 1 and 2."};
  return report;
}

}  // namespace cgsd
