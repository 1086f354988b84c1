#include "apps/cgsd/render/cell_line.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/experiment/tables/metric.hpp"
#include "cgsd/experiment/time_estimate.hpp"

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

std::string outcome_text(const CellRecord& cell) {
  if (cell.state != CellState::done) return cell.reason;
  const std::string score =
      std::isnan(cell.nmi) ? std::string() : fmt::format("NMI {}, ", value_text(Metric::nmi, cell.nmi));
  return score + seconds_text(cell.seconds);
}

}  // namespace

std::string cell_line(const CellRecord& cell, const RunProgress& progress) {
  const std::string left = progress.done < progress.all && progress.seconds_left
                               ? fmt::format("; {} left", duration_text(*progress.seconds_left))
                               : std::string();
  return fmt::format("[{}/{}] {} × {} × seed {}: {}{}\n", progress.done, progress.all, cell.key.dataset,
                     cell.key.method, cell.key.seed, outcome_text(cell), left);
}

void show_cell(const CellRecord& cell, const RunProgress& progress) {
  fmt::print(stderr, "{}", cell_line(cell, progress));
}

}  // namespace cgsd::app
