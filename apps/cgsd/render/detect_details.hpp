// The figures behind a run, for --verbose: how the number of communities was chosen, how well they fit, what each
// decision rests on, how long it took.
#pragma once

#include "cgsd/summary/summary.hpp"

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {

Facts details_of(const Summary& summary);
std::string timing_text(const Timing& timing);

}  // namespace cgsd::app
