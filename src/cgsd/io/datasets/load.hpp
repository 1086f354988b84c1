// From files to a Dataset: recognises the format, reads graph, attributes and labels, checks that they fit together.
//
// Format: forced, or recognised by content (zip, npy, XML, Matrix Market banner, pickle, directory contents) and, if
// the content does not decide (METIS is just numbers), by the ending; anything else is an edge list. Attributes and
// labels given as files replace those inside the graph file. A text table is joined by the column that holds the
// node names (table_load.hpp). In other forms ids define the set of nodes: an edge may only name these, and one without
// edges is isolated; without ids there is one row per node. What
// became of directions and weights is in the account (edge_account.hpp). Promises:
// ParseError or IoError names the file, and line and column if there are any; nothing in a file is executed.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/io/datasets/dataset_store.hpp"
#include "cgsd/io/formats/graph_contents.hpp"
#include "cgsd/table/fit_encoding.hpp"

namespace cgsd {

enum class GraphFormat {
  automatic,
  edge_list,
  graphml,
  metis,
  matrix_market,
  npz,
  scipy_npz,
  npy,
  geom_gcn,
  planetoid,
  builtin
};
constexpr auto enum_names(GraphFormat) {
  using F = GraphFormat;
  return std::array{EnumName<F>{F::automatic, "auto"},
                    EnumName<F>{F::edge_list, "edge_list"},
                    EnumName<F>{F::graphml, "graphml"},
                    EnumName<F>{F::metis, "metis"},
                    EnumName<F>{F::matrix_market, "matrix_market"},
                    EnumName<F>{F::npz, "npz"},
                    EnumName<F>{F::scipy_npz, "scipy_npz"},
                    EnumName<F>{F::npy, "npy"},
                    EnumName<F>{F::geom_gcn, "geom_gcn"},
                    EnumName<F>{F::planetoid, "planetoid"},
                    EnumName<F>{F::builtin, "built-in"}};
}

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
  TableOptions table;  // of a text table, or of the attributes inside the graph file
};

struct LoadedDataset {
  GraphFormat format;  // never automatic
  Dataset data;
  std::vector<std::filesystem::path> files;  // all that was read
  Encoding encoding{};                       // of the table that the attributes are of; none: they were numbers already
};

GraphFormat recognise_format(const std::filesystem::path& graph);

LoadedDataset load_dataset(const LoadRequest& request, const RunContext& run);

// A dataset of the registry, looked up in `locations` (never downloaded); its counts are verified. What `request` gives
// about attributes, labels and building applies; its graph and format do not.
LoadedDataset load_known_dataset(std::string_view name, const StoreLocations& locations, const LoadRequest& request,
                                 const RunContext& run);

}  // namespace cgsd
