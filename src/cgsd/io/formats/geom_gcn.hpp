// The files of Geom-GCN (Pei et al., ICLR 2020): a directory with
//
//   out1_graph_edges.txt          a heading, then  source <TAB> target
//   out1_node_feature_label.txt   a heading, then  node <TAB> attributes <TAB> class      (may be missing)
// Node ids are 0 … n−1 in any order, each exactly once. Every directed entry is kept, with loops and repeats.
//
// Attributes are written in one of two ways:
//   0/1 vectors   "0,0,1,0"       all of one length
//   index lists   "92,111,77"     the attributes that are set; the film data list some of them twice
// A heading with feature_amount means index lists (its number is off by one in the film data and is not used).
// Otherwise the first row that has three or more values, or any value but 0 and 1, decides for the whole file: vectors
// if all its values are 0 or 1, else index lists. If no row decides they are vectors. In a file of vectors any other
// value and any other length is an error. Both become sparse rows, for 0/1 vectors of words are about 5 % ones; index
// lists have 1 + the largest index columns.
#pragma once

#include <filesystem>
#include <vector>

#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// Whether `path` is such a directory or one of its two files.
bool is_geom_gcn(const std::filesystem::path& path);

// Those of the two files that are there.
std::vector<std::filesystem::path> geom_gcn_files(const std::filesystem::path& path);

GraphContents read_geom_gcn(const std::filesystem::path& path, const GraphReadOptions& options, const RunContext& run);

}  // namespace cgsd
