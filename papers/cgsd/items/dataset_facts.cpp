#include "papers/cgsd/items/dataset_facts.hpp"

#include "cgsd/curvature/curvature.hpp"
#include "cgsd/diagnosis/nearest_neighbour_accuracy.hpp"
#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/metrics/homophily.hpp"

namespace cgsd {

DatasetFacts dataset_facts(const DatasetEntry& entry, const StoreLocations& locations, const RunContext& run) {
  DatasetFacts facts;
  facts.name = entry.label;
  const Dataset simple = load_entry(entry, {.directed = false}, locations, run);
  const Dataset raw = load_entry(entry, {.directed = true}, locations, run);
  facts.nodes = simple.input.graph.nodes();
  facts.edges = simple.input.graph.edges();
  facts.entries = raw.input.graph.entries();
  facts.attributes = simple.input.attributes.cols();
  facts.classes = simple.labels.classes();
  facts.homophily = homophily(simple.input.graph, simple.labels, run).edge;
  const auto kappa = edge_curvature(raw.input.graph, {}, run);
  facts.curvature = within_cross(raw.input.graph, kappa, raw.labels.class_of, run);
  const auto within = static_cast<double>(facts.curvature.within.count);
  facts.entry_homophily = within / (within + static_cast<double>(facts.curvature.cross.count));
  facts.nearest_neighbour =
      nearest_neighbour_accuracy(simple.input.attributes, simple.labels.class_of, run.stage("neighbours")).accuracy;
  return facts;
}

}  // namespace cgsd
