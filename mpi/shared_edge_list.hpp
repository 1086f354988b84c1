// An edge list (io/formats/edge_list.hpp) that all ranks read together. Each reads a range of its bytes, cut at ends of lines,
// and sends every edge to the ranks that have its ends; none holds the whole.
//
// Nodes are numbers from 0: as many as our comment line says, or all of 0 … n − 1 occur. Names, gaps, gzip, UTF-16 and quoted
// line ends are refused with what to do instead (cgsd convert). Columns, header and weights are told as in one process, and what
// is wrong with a line is the same error. Comes back: the rows that cgsd convert would write, and what was done to the entries.
// Promises: loops are dropped, repeats add up in the order of the file, of two directions the larger weight stays, as
// graph/builder.hpp has it; an error ends all ranks. Memory: 16 bytes for each own entry beside the rows, 24 while sorted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/graph.hpp"

#include "mpi/petsc_processes.hpp"

namespace cgsd::mpi {

struct SharedEdgeList {
  std::vector<EntryIndex> offsets = {};  // of the own rows
  std::vector<NodeId> targets = {};      // among all nodes
  std::vector<double> weights = {};
  bool weighted = false;
  BuildReport report = {};                // of all ranks
  std::vector<std::string> account = {};  // which columns were taken and ignored
};

// Also sets the rows of the processes. Throws ParseError, and InvalidArgument if there are too many ranks.
SharedEdgeList read_shared_edge_list(const std::filesystem::path& file, bool ignore_weights, PetscProcesses& processes,
                                     const RunContext& run);

// Too few nodes for so many ranks.
void check_ranks(std::uint64_t nodes, const PetscProcesses& processes);

}  // namespace cgsd::mpi
