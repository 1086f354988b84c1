// A finished cell of an experiment as one line, for logs of long runs in which nobody watches a bar.
#pragma once

#include <string>

#include "cgsd/experiment/runner.hpp"

namespace cgsd::app {

// "[3/90] cora × louvain × seed 2: NMI 0.434, 0.12 s; 4 min left"
std::string cell_line(const CellRecord& cell, const RunProgress& progress);

// The same on the error stream, as RunnerOptions::cell_ended wants it.
void show_cell(const CellRecord& cell, const RunProgress& progress);

}  // namespace cgsd::app
