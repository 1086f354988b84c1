// A text table of attributes (io/tables/text_table_file.hpp) that all ranks read together. Each reads a range of its bytes, cut
// at ends of lines, and sends every row to the rank that has its node; none holds the whole. Columns are recognised and encoded
// as in one process (table/fit_encoding.hpp).
//
// Nodes are numbers. The id column is --id-column, or a column of which nine tenths are nodes and as many differ in the rows of each
// rank: if there are several, one whose heading names ids; if there is none, row i is that of node i. Nodes without a row have missing
// values. Refused with what to do instead (cgsd convert): rows of no node, a node with two rows, more or fewer rows than nodes
// if they have no ids, gzip, UTF-16, a line end in quotes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/table/fit_encoding.hpp"

#include "mpi/petsc_processes.hpp"

namespace cgsd::mpi {

struct SharedTable {
  Attributes attributes;             // of the own nodes
  std::vector<std::string> account;  // the same on every rank
};

// The rows of the processes are known. Throws ParseError and InvalidArgument.
SharedTable read_shared_table(const std::filesystem::path& file, const TableOptions& options,
                              const PetscProcesses& processes, const RunContext& run);

}  // namespace cgsd::mpi
