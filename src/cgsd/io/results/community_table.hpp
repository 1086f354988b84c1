// One line per community, for people and spreadsheets: community_table.csv.
//
//   community,size,density,conductance,mean_confidence,set_apart,central,doubtful
//
// Several attributes or nodes in one cell have "; " between them. What has no value is an empty cell. docs/output_files.md
// says what each column is. Tab-separated if the name ends in .tsv.
#pragma once

#include <filesystem>
#include <vector>

#include "cgsd/summary/community_facts.hpp"

namespace cgsd {

void write_community_table(const std::filesystem::path& file, const std::vector<CommunityFacts>& communities);

}  // namespace cgsd
