// Communities that keep their ids from run to run, although nodes and edges come and go.
//
// Former and present communities are matched one to one such that most nodes are in matched pairs (the Hungarian method,
// metrics/accuracy.hpp). A pair keeps the id if it shares more than half of one of the two; nodes that only one of
// the runs knows do not count. All other present communities get ids that were never used. What became of the rest:
//
//   split     most of a new community comes from one former community whose id another one keeps
//   appeared  no such former community
//   merged    most of a former community is in one present community that keeps another id
//   vanished  no such present community
//
// Cost: O(n log k), and the matching O(k³) in the worst case.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

// What a former run says of the nodes of this one.
struct FormerRun {
  std::vector<std::int32_t> ids;                 // of its communities, ascending
  std::vector<std::int32_t> id_of;               // the community of each node; −1: it did not know the node
  std::vector<std::vector<std::int32_t>> id_at;  // its levels, coarsest first; none: it had none
  std::size_t found_level = 0;                   // of these, its own
  std::int32_t next_id = 0;                      // the first id that was never used
  std::uint64_t gone = 0;                        // nodes that are not there any more
  std::string method;                            // empty: not known

  std::int32_t communities() const;  // that some node of this run was in
};

enum class ChangeKind { appeared, split, merged, vanished };
constexpr auto enum_names(ChangeKind) {
  using K = ChangeKind;
  return std::array{EnumName<K>{K::appeared, "appeared", "a community that was not there"},
                    EnumName<K>{K::split, "split", "a new community, split from another"},
                    EnumName<K>{K::merged, "merged", "a former community, now in another"},
                    EnumName<K>{K::vanished, "vanished", "a former community whose nodes went several ways"}};
}

struct CommunityChange {
  ChangeKind kind = ChangeKind::appeared;
  std::int32_t id = 0;
  std::int32_t other = -1;  // split from it, merged into it
};

struct Continuity {
  std::vector<std::int32_t> ids;  // of each community of this run
  std::vector<CommunityChange> changes;
  std::int32_t kept = 0;         // communities
  std::uint64_t known = 0;       // nodes that the former run knew
  std::uint64_t kept_nodes = 0;  // of these, those whose community has the id it had
  std::uint64_t gone = 0;
  std::int32_t next_id = 0;
};

Continuity continued(const Partition& partition, const FormerRun& former);

}  // namespace cgsd
