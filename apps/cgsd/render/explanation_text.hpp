// Why a node is in its community, for a terminal.
#pragma once

#include <string>

#include "cgsd/summary/node_explanation.hpp"

namespace cgsd::app {

std::string explanation_text(const NodeExplanation& explanation, std::size_t width);

}  // namespace cgsd::app
