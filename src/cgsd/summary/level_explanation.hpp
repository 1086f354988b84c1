// Levels, and what became of the communities of a former run, in a few plain sentences.
#pragma once

#include <string>
#include <string_view>

#include "cgsd/levels/levels.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

// How many communities each level has, and which bounds were not met and why.
std::string level_explanation(const Levels& levels);
// "5 of 6 communities keep their ids …: 7 is new, split from 3." `method` is that of this run.
std::string continuity_explanation(const PreviousFacts& previous, std::string_view method);

}  // namespace cgsd
