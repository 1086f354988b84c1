// A graph as a directory of plain arrays, of which a reader may take some rows and leave the rest: the form in which many
// processes read one graph, each its own nodes. Little-endian, row after row:
//
//   graph.json           what there is: nodes, entries, attribute columns, names of columns and classes, SHA-256 of the files
//   offsets.u64          nodes + 1 numbers: row u of the graph is entries offsets[u] … offsets[u + 1]
//   targets.u32          the other end of every entry, ascending within a row; an edge is stored at both ends
//   weights.f64          one per entry, if the graph has weights
//   attributes.f32       nodes × columns; or, if most are 0,
//   attribute_offsets.u64, attribute_columns.u32, attribute_values.f32     those that are not
//   names.txt, name_offsets.u64     the names of the nodes, one after another, if they have names
//   labels.i32           the class of every node, −1 if it has none, if there are classes
//
// read_csr_directory() reads all of it and compares the checksums. read_csr_rows() reads the rows that are asked for and
// compares sizes, orders and bounds, since a checksum needs all bytes. Undirected graphs only.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

struct CsrRows {
  std::vector<EntryIndex> offsets;  // of these rows, from 0
  std::vector<NodeId> targets;      // among all nodes
  std::vector<double> weights;
  Attributes attributes;
  NodeNames names;
  Labels labels;
  std::vector<std::string> attribute_names;
};

struct CsrSize {
  std::uint64_t nodes = 0;
  std::uint64_t entries = 0;
  bool weighted = false;
};

bool is_csr_directory(const std::filesystem::path& directory);
CsrSize csr_size(const std::filesystem::path& directory, const RunContext& run);
std::vector<std::filesystem::path> csr_files(const std::filesystem::path& directory);

// Rows first … last − 1. Throws ParseError.
CsrRows read_csr_rows(const std::filesystem::path& directory, std::uint64_t first, std::uint64_t last,
                      const RunContext& run);

GraphContents read_csr_directory(const std::filesystem::path& directory, const GraphReadOptions& options,
                                 const RunContext& run);

// One commit, as the files of a run are: all are written first, then, under a lock on the directory, they replace those of
// the graph that was there, graph.json last. A directory without it is no graph. Throws InvalidArgument for a directed graph.
void write_csr_directory(const std::filesystem::path& directory, const Dataset& data, const RunContext& run);

}  // namespace cgsd
