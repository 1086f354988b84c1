// New nodes placed into communities that were found before, without finding them again.
//
// With attributes   the row becomes stalks (map_rows), is diffused over the graph with the new nodes in it (the same
//                   filters with the sign and the scales of before; eigenvectors continued by N v = λ v), joins
//                   the nearest rows of the known embedding with self-tuning weights (neighbour_smoothing.hpp), and
//                   goes to the nearest centre. Without edges it is diffused nowhere: attributes decide.
// Without           if the graph has attributes and the node has none, its neighbours vote (block_vote.hpp), however
//                   communities are mixed; if the graph has none, as above by its eigenvectors, or by vote if no
//                   neighbour is known.
// With neither      no community: −1.
//
// What the new nodes do to the known ones is neglected: these keep their communities, rows, scales and centres.
// Confidence is 1 − d1 / d2, distances to the nearest centre and the next, or the vote's margin between its first two
// probabilities; 1 if there is one community, 0 if there is none. Promises: the same bits at any number of
// threads. Cost: O(m · width) for the diffusion, O(n · width) a new node.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/detect/detection_model.hpp"

namespace cgsd {

inline constexpr std::int32_t kNoCommunity = -1;

struct NewNodes {
  NodeId count = 0;
  Attributes attributes;  // none, or one row per new node
  // Which rows are attributes; a new node may have none though others do. Empty: all.
  std::vector<std::uint8_t> has_attributes;
  // Known nodes by number, the i-th new one as n + i. Edges between known nodes are left out.
  std::vector<Entry> edges;
  // Empty, or one per edge in the unit of the known graph's; not read if that has none. Empty: the mean of those.
  std::vector<double> weights{};
};

enum class PlacedBy { nothing, attributes, edges, both };
constexpr auto enum_names(PlacedBy) {
  return std::array{EnumName<PlacedBy>{PlacedBy::nothing, "nothing"},
                    EnumName<PlacedBy>{PlacedBy::attributes, "attributes"},
                    EnumName<PlacedBy>{PlacedBy::edges, "edges"}, EnumName<PlacedBy>{PlacedBy::both, "both"}};
}

struct Placement {
  std::vector<std::int32_t> community;  // kNoCommunity: neither attributes nor edges
  std::vector<double> confidence;       // in [0, 1]
  std::vector<PlacedBy> by;
};

// Throws InvalidArgument for a model whose parts do not fit, attributes of another number of columns or that are not
// finite or overflow, and edges to nodes that do not exist.
Placement place(const DetectionModel& model, const NewNodes& nodes, const RunContext& run);

}  // namespace cgsd
