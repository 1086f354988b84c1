// What reading made of directions and weights, as clauses of Dataset::account.
//
//   directions  joined: if the file calls itself directed, or says nothing and lists between 1 % and 99 % of its entries
//               both ways, since an undirected file lists either all edges twice or all once
//   weights     of 0, which count as no edge; weights that span more than two decades
#pragma once

#include <optional>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

// `directed` is what the file says of its entries; the graph and the report are those of the data.
void add_edge_account(Dataset& data, std::optional<bool> directed);

}  // namespace cgsd
