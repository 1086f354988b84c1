// From files to a Dataset: recognises the format, reads graph, attributes and labels, checks that they fit together.
//
// Format: forced, or recognised (io/datasets/recognise.hpp). Attributes and labels given as files replace those inside
// the graph file. A text table is joined by the column that holds the node names (io/tables/table_load.hpp). In other
// forms ids define the set of nodes: an edge may only name these, and one without edges is isolated; without ids there
// is one row per node. What became of directions and weights is in the account (edge_account.hpp). A pipe is read once,
// every byte of it. Promises:
// ParseError or IoError names the file, and line and column if there are any; nothing in a file is executed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/io/datasets/recognise.hpp"
#include "cgsd/io/formats/graph_contents.hpp"
#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/table/fit_encoding.hpp"

namespace cgsd {

struct LoadRequest {
  std::filesystem::path graph;
  std::vector<std::filesystem::path> more{};  // further graphs, joined with the first (joined_graphs.hpp)
  std::optional<std::filesystem::path> attributes;
  std::optional<std::filesystem::path> labels;  // a file, or the name of a column of the table
  GraphFormat format = GraphFormat::automatic;
  IdKind ids = IdKind::automatic;
  BuildOptions build;
  std::string weight_column{};  // edge lists: by name or 1-based number; empty: found by the usual names
  WeightScale weight_scale = WeightScale::none;
  std::string graph_key{};      // h5ad: which obsp is the graph; empty: connectivities
  std::string attribute_key{};  // h5ad: X, layers/NAME or obsm/NAME are the attributes; empty: X
  TableOptions table;           // of a text table, or of the attributes inside the graph file
};

struct LoadedDataset {
  GraphFormat format;  // never automatic
  Dataset data;
  std::vector<std::filesystem::path> files;  // all that was read
  Encoding encoding{};                       // of the table that the attributes are of; none: they were numbers already
};

LoadedDataset load_dataset(const LoadRequest& request, const RunContext& run);

// A dataset of the registry, looked up in `locations` (never downloaded); its counts are verified. A name that the
// registry does not know may be that of a file NAME.npz there. What `request` gives about attributes, labels and building
// applies; its graph and format do not.
LoadedDataset load_known_dataset(std::string_view name, const StoreLocations& locations, const LoadRequest& request,
                                 const RunContext& run);

}  // namespace cgsd
