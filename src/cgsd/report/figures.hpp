// Figures for print of a run or a comparison, as SVG (figure/), each with a name for its file. Titles name the data.
//
//   of a run         curvature: of edges within and between communities; count: the fit over the number of communities, if
//                    it was counted so; training: losses, if the method trains
//   of a comparison  nmi (ami, ari, accuracy, modularity): a box per method and dataset; nmi-ranks (…): mean ranks with the
//                    critical difference, over two or more datasets. Methods of CGSD are the most visible
//
// Scores that cannot be above 1 have axes that end there at the latest. Figures without data are left out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

struct NamedFigure {
  std::string name;  // "curvature"
  std::string svg;
};

std::vector<NamedFigure> run_figures(const Summary& summary, GraphView graph, const Partition& partition,
                                     const RunContext& run);

std::vector<NamedFigure> comparison_figures(const ExperimentSpec& spec, std::span<const CellRecord> cells);

}  // namespace cgsd
