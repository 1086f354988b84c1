// The (α, k) grid of CSpec, the losses left out one by one, and the larger datasets. Pure functions.
//
// The best of a grid is chosen by NMI, which looks at the classes: nobody without classes could choose so.
#pragma once

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/item_report.hpp"

namespace cgsd {

ItemReport grid_table(const ItemSpec& spec, const CellScores& scores);
ItemReport loss_table(const ItemSpec& spec, const CellScores& scores);
ItemReport large_table(const ItemSpec& spec, const CellScores& scores);

}  // namespace cgsd
