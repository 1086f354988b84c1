// The data of an experiment's dataset: where they lie, and the graph read in the way a method needs it.
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/store/dataset_store.hpp"

namespace cgsd {

// Throws IoError if the data are not on this machine. Reads nothing.
void check_is_there(const DatasetEntry& entry, const StoreLocations& locations);

// Names and paths of `entry` that are not on this machine. Reads nothing.
std::vector<std::string> missing_parts(const DatasetEntry& entry, const StoreLocations& locations);

// Which of the graphs that an entry stands for.
struct GraphForm {
  bool directed = false;          // what the method reads; the entry may override it
  std::uint64_t realisation = 0;  // of generated data

  auto operator<=>(const GraphForm&) const = default;
};

// The graph that a cell of this seed is about.
GraphForm graph_form(const DatasetEntry& entry, bool directed, std::uint64_t seed);

// Throws ParseError, IoError; InvalidArgument if there is no graph such as is to be generated.
Dataset load_entry(const DatasetEntry& entry, const GraphForm& form, const StoreLocations& locations,
                   const RunContext& run);

// How many communities methods are asked for: that of the entry, else the number of classes; 0: not known.
std::int32_t communities_of(const DatasetEntry& entry, const Dataset& data);

// The first 16 digits of the SHA-256 of graph, attributes and classes.
std::string fingerprint(const Dataset& data);

}  // namespace cgsd
