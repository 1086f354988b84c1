// What people see of a graph and of a run: renderings of summary/.
#pragma once

#include <string>

#include "cgsd/summary/summary.hpp"

#include "apps/cgsd/shell/terminal.hpp"

namespace cgsd::app {

Facts facts_of(const GraphFacts& facts);
std::string to_text(const Homophily& homophily);

// One line: the graph, the method, the seed.
std::string heading(const Summary& summary);
// What was found, how well it fits, and why; times and files are not in it.
Facts facts_of(const Summary& summary);
std::string timing_text(const Timing& timing);

}  // namespace cgsd::app
