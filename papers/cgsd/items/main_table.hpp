// The main table: what it claims, and what five seeds on five datasets give. Pure functions.
//
//   means         over the datasets, per seed; then mean and standard error over the seeds
//   tests         CSpec against K-means over datasets × seeds pairs, one-sided, as the paper's: paired t, Wilcoxon
//   wins          CSpec against those methods of the paper's table that were run; attributes' K-means and the default,
//                 which are not in it, are told beside. Unbeaten by these while others were not run: cannot be checked
#pragma once

#include <optional>

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/item_report.hpp"

namespace cgsd {

ItemReport main_table(const ItemSpec& spec, const CellScores& scores);

// Ranks of the methods over the datasets; nothing if there are fewer than two of either. Methods with a missing cell
// are left out.
std::optional<ReportPicture> rank_picture(const ItemSpec& spec, const CellScores& scores);

// CSpec, K-means on the attributes and the default, a box each per dataset; nothing if the latter were not run.
inline constexpr const char* kScoresPicture = "table-main-scores";
std::optional<ReportPicture> scores_picture(const ItemSpec& spec, const CellScores& scores);

// CSpec against K-means, a box per dataset.
ItemReport cspec_figure(const ItemSpec& figure, const ItemSpec& table, const CellScores& scores);

}  // namespace cgsd
