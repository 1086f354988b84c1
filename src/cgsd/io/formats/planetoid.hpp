// The files of Planetoid (Yang, Cohen, Salakhutdinov, ICML 2016): ind.NAME.{allx,ally,tx,ty,graph,test.index}.
//
// allx, ally are the attributes and one-hot classes of nodes 0 … a−1; row i of tx, ty belongs to node test.index[i] ≥
// a. Numbers that test.index leaves out (Citeseer has some) are nodes without attributes and without a class. graph is
// a dictionary node → list of neighbours; its entries are kept in exactly that order, with repeats and both directions.
// x and y are the first rows of allx and ally again and are not read.
// Promises: pickles are read by io/pickle, which executes nothing.
#pragma once

#include <filesystem>
#include <vector>

#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// Whether `path` is named like one of the files, or is a directory that holds an ind.*.graph.
bool is_planetoid(const std::filesystem::path& path);

// The six files that are read.
std::vector<std::filesystem::path> planetoid_files(const std::filesystem::path& path);

// `path`: any of the files, or a directory with the files of exactly one dataset (InvalidArgument if of several).
GraphContents read_planetoid(const std::filesystem::path& path, const GraphReadOptions& options, const RunContext& run);

}  // namespace cgsd
