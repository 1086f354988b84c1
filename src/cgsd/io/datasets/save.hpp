// Writes a Dataset in the format that the target's ending names: .npz (graph, attributes and labels in one file), .csv,
// .tsv, .txt/.edges (edge list), .graphml, .gexf, .gml, .json, .net (Pajek), .adjlist, .graph/.metis, .mtx, .csr (a directory: graph,
// attributes and labels); all but .npz and .csr may end in .gz too. .graphml, .gexf, .gml and .json hold attributes and classes as well. Attributes
// (.npy, .csv, .tsv) and labels (.csv, .tsv) may be written to files of their own beside it. Promises: all files
// appear whole, or none does (io/bytes/atomic_file.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

struct SaveRequest {
  std::filesystem::path graph;
  std::optional<std::filesystem::path> attributes;
  std::optional<std::filesystem::path> labels;
  std::vector<std::int32_t> community;  // empty, or one per node: becomes an attribute in GraphML and GEXF
  std::vector<double> curvature;        // empty, or one per entry: likewise
};

// Returns the names of the files written. Throws InvalidArgument for an ending that names no format.
std::vector<std::string> save_dataset(const Dataset& data, const SaveRequest& request, const RunContext& run);

}  // namespace cgsd
