// One community divided into parts, by asking inside it what was asked of the graph.
//
//   by coordinates  detect() with the given options on the community alone: its edges, its attributes measured anew. It
//                   is divided if something stands out of chance there (detect/count/beyond_chance.hpp)
//   by edges        Leiden on the community's own edges. It is divided if an eigenvalue beyond the bulk of a random graph
//                   says so (detect/count/community_count.hpp)
//
// Parts below min_size join their nearest (linkage.hpp). A community above max_size is divided even if nothing stands
// out, into as many parts as it is too large, 8 at most; if that leaves one part, it is halved along the line between
// two centres, or divided by its edges. Fewer than 16 nodes are not asked, for no figure stands out of so few. By
// coordinates, a community that had parts in a former run is divided into as many, and their means are one more start
// of K-means (warm_start.hpp).
// Comes back: the parts, or one part and why. Promises: parts of min_size nodes or more, no more than the
// method can tell apart; the same bits at any number of threads. Cost: up to two detections of the community.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/detect/detect_options.hpp"

namespace cgsd {

enum class SplitEnd { divided, forced, nothing, few, min_size, alike, deep };
constexpr auto enum_names(SplitEnd) {
  using E = SplitEnd;
  return std::array{EnumName<E>{E::divided, "divided", "something stands out of chance inside"},
                    EnumName<E>{E::forced, "forced", "nothing stands out; divided because it is above max_size"},
                    EnumName<E>{E::nothing, "nothing", "nothing stands out of chance inside"},
                    EnumName<E>{E::few, "few", "too few nodes to tell"},
                    EnumName<E>{E::min_size, "min_size", "a part would be below min_size"},
                    EnumName<E>{E::alike, "alike", "the nodes cannot be told apart"},
                    EnumName<E>{E::deep, "deep", "the levels are used up"}};
}

struct SizeBounds {
  std::int64_t max_size = 0;  // 0: none
  std::int64_t min_size = 1;

  bool above(std::size_t nodes) const { return max_size > 0 && std::cmp_greater(nodes, max_size); }
  bool below(std::size_t nodes) const { return std::cmp_less(nodes, min_size); }
};

struct SplitRule {
  bool by_edges = false;
  DetectOptions detect;  // by coordinates; the number of communities is set here
  SizeBounds bounds;
};

struct CommunitySplit {
  Partition parts;  // one if it is not divided
  SplitEnd end = SplitEnd::nothing;
};

// `former`: the part each node was in, −1 for none; empty if there were none.
CommunitySplit split_community(const AttributedGraphView& community, const SplitRule& rule,
                               std::span<const std::int32_t> former, const RunContext& run);

}  // namespace cgsd
