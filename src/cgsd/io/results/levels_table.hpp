// Nested communities as files.
//
//   levels.csv      node,community,level_0,level_1,…     one line per node: the id of its community on every level. Level 0
//                                                         is the coarsest; `community` is the run's own again
//   hierarchy.json  one record per community, in the columns of GraphRAG's table of communities: id (a text),
//                   human_readable_id and community (the number), level, parent (−1: none), children, title, entity_ids (the
//                   names of its nodes), size. And `end`: why it was divided further, or not (SplitEnd)
//
// A community has one record, with the first level on which it stands; one that is not divided stands on all levels below.
// Nodes and names as in communities.hpp. Cost: O(n · levels).
#pragma once

#include <filesystem>

#include "cgsd/graph/dataset.hpp"
#include "cgsd/levels/levels.hpp"

namespace cgsd {

void write_levels_table(const std::filesystem::path& file, const NodeNames& names, const Levels& levels);
void write_hierarchy(const std::filesystem::path& file, const NodeNames& names, const Levels& levels);

}  // namespace cgsd
