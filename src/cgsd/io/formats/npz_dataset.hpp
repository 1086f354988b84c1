// Graphs with attributes and labels in one .npz file, in the layout of yandex-research/heterophilous-graphs:
//
//   edges          (m, 2) integers          one entry per row; (2, m) is accepted (io/edge_array)
//   node_features  (n, d) numbers           dense attributes; d may be 0
//   features_data, features_indices,        instead of node_features: CSR attributes
//   features_indptr, features_shape
//   node_labels    (n) integers             class 0 … k−1, −1 = not given
//   edge_weights   (m) numbers              ours, optional
//   node_names     (n) strings              ours, optional
//   class_names    (k) strings              ours, optional
// Everything else (masks) is ignored; everything but `edges` may be missing.
//
// The number of nodes is that of the attributes, labels and names, which must agree; if none is there, what the caller
// expects; else the largest id + 1. Errors name the array and the row, counted from 0. Dense stays dense, CSR sparse.
#pragma once

#include <filesystem>
#include <optional>

#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_npz(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

// Each undirected edge once with u < v, of a directed graph every entry; sparse attributes as CSR, otherwise
// `node_features`, (n, 0) if there are none, so that the number of nodes is kept. Equal data give equal bytes.
void write_npz(const std::filesystem::path& target, const Dataset& dataset, const RunContext& run = RunContext());

// The parts, for attribute and label files. Absent: nullopt.
std::optional<Attributes> npz_attributes(const NpzFile& npz);
std::optional<Labels> npz_labels(const NpzFile& npz);
NodeNames npz_node_names(const NpzFile& npz);  // none if there are none; no name twice
// Class numbers in [−1, n], one per node.
Labels labels_of(const NpyArray& array);

}  // namespace cgsd
