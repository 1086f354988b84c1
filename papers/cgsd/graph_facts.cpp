#include "papers/cgsd/graph_facts.hpp"

#include <limits>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/metrics/homophily.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

double nearest_neighbour_accuracy(const Dataset& data, const RunContext& run) {
  if (data.input.attributes.none() || data.labels.none()) return std::numeric_limits<double>::quiet_NaN();
  const KnnLists nearest = nearest_neighbours(dense_copy(data.input.attributes),
                                              {.neighbours = 1, .method = KnnMethod::exact}, run.stage("neighbours"));
  std::size_t right = 0;
  const auto& classes = data.labels.class_of;
  for (std::size_t v = 0; v < classes.size(); ++v) {
    if (classes[v] == classes[nearest.ids(v, 0)]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(classes.size());
}

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
  facts.nearest_neighbour = nearest_neighbour_accuracy(simple, run);
  return facts;
}

}  // namespace cgsd
