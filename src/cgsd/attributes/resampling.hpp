// Attributes made anew from their own columns, for repetitions and for comparison with chance.
//
//   columns_of        the columns asked for, one after another
//   rows_of           the rows asked for, one after another
//   permuted_columns  every column in an order of its own: what each column holds stays, what columns have to do with
//                     each other or with the graph is gone (parallel analysis, Horn 1965)
//
// Promises: sparse attributes stay sparse; the same bits at any number of threads. Cost: O(numbers stored).
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// Columns `drawn`: ascending, repeats allowed.
Attributes columns_of(AttributesView attributes, std::span<const std::size_t> drawn);

Attributes rows_of(AttributesView attributes, std::span<const std::size_t> wanted);

// Several processes: the columns of one, each process its own rows. A whole column lies in one process at a time; of sparse
// attributes also the number of every row.
Attributes permuted_columns(AttributesView attributes, RandomStream random, const RunContext& run);

}  // namespace cgsd
