// What is shown of each community: size, how close-knit it is, how sure its nodes are, what sets it apart, and nodes that
// stand for it.
//
//   density   edges inside / pairs of nodes inside (ordered pairs of a directed graph); NaN for a single node
//   central   the nodes with most edge weight inside the community, if more of its weight stays inside than by chance
//             (its term of the modularity is above 0); else, and without edges, those of highest confidence
//   doubtful  the nodes of lowest confidence, among those below the community's mean and below 0.9
//
// At most five nodes each, ties to the lower node. Promises: the same figures at any number of threads.
// Cost: O(n + m), and that of set_apart.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/confidence.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/summary/set_apart.hpp"

namespace cgsd {

enum class CentralBy { edges, confidence };
constexpr auto enum_names(CentralBy) {
  return std::array{EnumName<CentralBy>{CentralBy::edges, "edges", "most edge weight inside the community"},
                    EnumName<CentralBy>{CentralBy::confidence, "confidence", "highest confidence"}};
}

struct CommunityFacts {
  std::int32_t id = 0;  // what it is called: its number, unless the caller knows a better one
  std::uint64_t size = 0;
  double density = 0.0;
  double conductance = 0.0;
  double mean_confidence = 0.0;  // of the nodes that have one; NaN if none has
  std::vector<Trait> set_apart;  // the strongest first
  CentralBy central_by = CentralBy::edges;
  std::vector<std::string> central;   // names of nodes
  std::vector<std::string> doubtful;  // likewise
};

// What the communities with these numbers are called; a number below 0 (none) stays.
std::vector<std::int32_t> ids_of(const std::vector<CommunityFacts>& facts, const std::vector<std::int32_t>& numbers);

std::vector<CommunityFacts> community_facts(const DatasetView& data, const Partition& partition,
                                            const Confidence& confidence, const RunContext& run);

}  // namespace cgsd
