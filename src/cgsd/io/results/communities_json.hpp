// Communities and their nodes as JSON, in the form that docs/output_files.md describes: communities.json, and the parts of
// it that --json prints.
//
// kCommunitiesSchema names the form and its version. A reader of version 1 reads what any later 1 writes: members are
// added, never renamed. Numbers of nodes are rounded to four digits; what has no value is null. Names that are not UTF-8
// have U+FFFD in them. Nodes without names are their 0-based numbers.
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

inline constexpr const char* kCommunitiesSchema = "cgsd.communities";
inline constexpr int kCommunitiesVersion = 1;

// One object per community.
nlohmann::ordered_json community_list_json(const Summary& summary);
// Lists of equal length: name, community, confidence, second_choice and, if it was measured, stability.
nlohmann::ordered_json node_lists_json(const NodeNames& names, const Partition& partition, const Summary& summary);

void write_communities_json(const std::filesystem::path& file, const NodeNames& names, const Partition& partition,
                            const Summary& summary);

// The communities of such a file and the confidence in them, in the order of the nodes.
struct StoredCommunities {
  Partition partition;
  Confidence confidence;            // without the values of other communities
  std::vector<std::int32_t> ids;    // what the communities are called
  std::vector<double> stability{};  // of each node; empty: it was not measured
};

// Throws ParseError for a file that is none, or of another version.
StoredCommunities read_communities_json(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd
