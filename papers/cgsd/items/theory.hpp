// The item `theory`: the six statements of the paper's appendix, as printed, on its datasets, on block models, and on
// small graphs that meet the premise that none of these meets.
//
//   statement        holds on every graph: reproduced; a graph that meets the premise and breaks it: not reproduced; a
//                    constant is missing without which it says nothing: cannot be checked
//   interpretation   ruled out by the paper's own formulas or numbers: contradicts itself
//   step of a proof  false: not reproduced
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/store/dataset_store.hpp"

#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/item_spec.hpp"
#include "papers/cgsd/theorems/graph_theory.hpp"

namespace cgsd {

// The graphs of `spec` with the communities that its method finds (first seed), then the built ones.
std::vector<TheoryGraph> theory_graphs(const ItemSpec& spec, const StoreLocations& locations, const RunContext& run);

ItemReport theory_report(const ItemSpec& spec, std::span<const GraphTheory> graphs);

}  // namespace cgsd
