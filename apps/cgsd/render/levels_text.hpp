// Nested communities as a short tree, for a terminal.
#pragma once

#include <string>

#include "cgsd/levels/levels.hpp"

namespace cgsd::app {

// At most a dozen lines: the largest communities, indented by level, and how many were left out. Empty if there is one level.
std::string tree_text(const Levels& levels);

}  // namespace cgsd::app
