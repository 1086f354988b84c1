// permuted_columns (resampling.hpp) of a table whose rows several processes share: what one process would make of it.
//
// Column j goes to process j mod P, which puts it in order and sends everyone its rows. The rows of sparse values are drawn
// from one list, column after column, so every process draws them all and keeps those of its columns.
// Cost: every value is sent twice; memory for one column, of sparse attributes for the values of n nodes / P and 4 n bytes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

Attributes permuted_together(AttributesView attributes, RandomStream random, const RunContext& run);

// As many distinct rows as `chosen` has room for, in random order. `order` holds every row once and keeps doing so.
inline void draw_rows(std::span<std::uint32_t> chosen, std::span<std::uint32_t> order, RandomSequence random) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    std::swap(order[i], order[i + random.below(order.size() - i)]);
    chosen[i] = order[i];
  }
}

}  // namespace cgsd
