// Cuts the rows into leaves of neighbouring rows by random hyperplanes.
//
// How: a part larger than `largest_leaf` is projected on the difference of two of its rows, drawn at random, and cut
// near the median of the projections; ties go by id, so a cut always leaves 45 to 55 % on either side, however many
// rows are equal.
// Promises: the leaves depend on the points and the stream alone; ids rise within a leaf.
// Cost: O(n d log(n / largest_leaf)), O(n) memory.
// Source: the trees of Dasgupta and Freund, STOC 2008, with the directions of Annoy.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct Leaves {
  std::vector<NodeId> rows;          // every row once, leaf after leaf
  std::vector<std::size_t> offsets;  // leaf l: rows[offsets[l] … offsets[l + 1])

  std::size_t count() const { return offsets.size() - 1; }
  std::span<const NodeId> leaf(std::size_t l) const {
    return std::span(rows).subspan(offsets[l], offsets[l + 1] - offsets[l]);
  }
};

// largest_leaf ≥ 2.
template <class T>
Leaves projection_tree(const Matrix<T>& points, std::size_t largest_leaf, const RandomStream& stream,
                       const RunContext& run);

}  // namespace cgsd
