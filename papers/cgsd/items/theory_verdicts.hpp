// What becomes of the six statements, of what the text reads from them and of steps of their proofs. A pure function.
#pragma once

#include <span>
#include <vector>

#include "papers/cgsd/item_spec.hpp"
#include "papers/cgsd/theorems/graph_theory.hpp"
#include "papers/cgsd/verdict.hpp"

namespace cgsd {

std::vector<Claim> theory_verdicts(const ItemSpec& spec, std::span<const GraphTheory> graphs);

}  // namespace cgsd
