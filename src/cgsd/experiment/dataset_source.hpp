// The data of an experiment's dataset: where they lie, and the graph read in the way a method needs it.
#pragma once

#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/dataset_store.hpp"

namespace cgsd {

// Throws IoError where the data are not on this machine. Reads nothing.
void check_is_there(const DatasetEntry& entry, const StoreLocations& locations);

// `directed`: what the method wants; the entry may decide otherwise. Throws ParseError, IoError.
Dataset load_entry(const DatasetEntry& entry, bool directed, const StoreLocations& locations, const RunContext& run);

// How many communities methods are asked for: what the entry says, else the number of classes; 0: not known.
std::int32_t communities_of(const DatasetEntry& entry, const Dataset& data);

// The first 16 digits of the SHA-256 of graph, features and classes.
std::string fingerprint(const Dataset& data);

}  // namespace cgsd
