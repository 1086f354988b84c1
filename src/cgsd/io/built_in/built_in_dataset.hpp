// The datasets that are part of cgsd and need neither file nor network.
//
//   karate                  graph/karate.hpp
//   blocks, blocks_unlike   planted partitions (graph/generators.hpp) of a fixed seed, neighbours alike and unlike
//   people, trade           the CSV files of examples/data, read by the code that reads a user's own
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd {

SbmOptions blocks_options(bool unlike);

// `record` is a built-in one. What `request` gives about attributes, labels, tables and building applies, as far as the dataset
// has it; its graph and format do not.
LoadedDataset load_built_in(const DatasetRecord& record, const LoadRequest& request, const RunContext& run);

}  // namespace cgsd
