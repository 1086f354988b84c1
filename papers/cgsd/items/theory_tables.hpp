// The six statements with their figures, graph by graph. A pure function.
#pragma once

#include <span>
#include <vector>

#include "papers/cgsd/item_spec.hpp"
#include "papers/cgsd/theorems/graph_theory.hpp"
#include "papers/cgsd/theorems/judged_statement.hpp"

namespace cgsd {

// In the order of `spec`, whose wording they have. Throws InvalidArgument for one that is none of the six.
std::vector<JudgedStatement> theory_tables(const ItemSpec& spec, std::span<const GraphTheory> graphs);

}  // namespace cgsd
