// The communities of an earlier run, for the nodes of this one: what `--previous` names.
//
//   a directory  its communities.csv; levels.csv if there is one; of manifest.json the method and the ids used so far
//   a table      with a column of nodes and a column `community` (whole numbers from 0 on; empty: none). Columns
//                level_0, level_1, … are its levels if one of them is the same as `community`
//
// Nodes are told by their names, or by their numbers if the graph has none. Refused with file, line and column: a table
// without those columns, an id that is not a whole number, a node listed twice, and a run that knows none of the nodes.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/levels/continuity.hpp"

namespace cgsd {

FormerRun read_former_run(const std::filesystem::path& run, const NodeNames& names, NodeId nodes,
                          const RunContext& context);

}  // namespace cgsd
