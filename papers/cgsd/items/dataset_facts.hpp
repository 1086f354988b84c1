// The figures of a dataset that table-data and table-curvature need, measured.
//
// Curvature and homophily as the appendix of the paper has them: directed entries as given, degree = entries that leave
// a node, loops counted in it but left out of the averages; homophily over the entries that are no loops.
// 1-NN accuracy as diagnosis/nearest_neighbour_accuracy.hpp has it; NaN without attributes. The paper does not say
// which points it takes. Cost: O(m), and that of the 1-NN accuracy.
#pragma once

#include <cstdint>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/curvature/statistics.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/io/store/dataset_store.hpp"

namespace cgsd {

struct DatasetFacts {
  std::string name;
  std::uint64_t nodes = 0;
  std::uint64_t entries = 0;  // as the file lists them
  std::uint64_t edges = 0;    // undirected, without loops and repeats
  std::uint64_t attributes = 0;
  std::int32_t classes = 0;
  double homophily = 0.0;          // of the undirected edges
  double entry_homophily = 0.0;    // of the directed entries without loops
  WithinCross curvature{};         // of the directed entries
  double nearest_neighbour = 0.0;  // accuracy
};

DatasetFacts dataset_facts(const DatasetEntry& entry, const StoreLocations& locations, const RunContext& run);

}  // namespace cgsd
