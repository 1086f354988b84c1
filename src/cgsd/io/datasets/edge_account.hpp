// What reading made of directions and weights, as clauses of Dataset::account.
//
//   directions  joined: if the file calls itself directed, or says nothing and lists between 1 % and 99 % of its entries
//               both ways, since an undirected file lists either all edges twice or all once
//   weights     of 0, which count as no edge; weights that span more than two decades
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

// `directed` is what the source says of its entries; `report` is that of building the graph.
std::vector<std::string> edge_account(GraphView graph, const BuildReport& report, std::optional<bool> directed);

// The same for the graph of the data, added to their account.
void add_edge_account(Dataset& data, std::optional<bool> directed);

}  // namespace cgsd
