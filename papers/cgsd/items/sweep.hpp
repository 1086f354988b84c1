// The sweep over planted partitions: the printed curve against ours, and its figure. Pure functions.
#pragma once

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/item_report.hpp"

namespace cgsd {

ItemReport sweep_table(const ItemSpec& spec, const CellScores& scores);
ItemReport sweep_figure(const ItemSpec& figure, const ItemSpec& table, const CellScores& scores);

}  // namespace cgsd
