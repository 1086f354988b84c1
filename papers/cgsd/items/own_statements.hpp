// The item `own-statements`: statements of ours, evaluated on the datasets of the paper, communities being their classes.
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/store/dataset_store.hpp"

#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/item_spec.hpp"

namespace cgsd {

// Edges are undirected. Throws what load_entry (experiment/dataset_source.hpp) throws.
std::vector<StatementFigure> own_statement_figures(const ItemSpec& spec, const StoreLocations& locations,
                                                   const RunContext& run);

ItemReport own_statements_report(const ItemSpec& spec, std::vector<StatementFigure> figures);

}  // namespace cgsd
