// Why a node is in its community (summary/node_explanation.hpp) as JSON: what `cgsd explain --json` prints, in the form that
// docs/output_files.md describes. What has no value is null.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cgsd/summary/node_explanation.hpp"

namespace cgsd {

nlohmann::ordered_json explanation_json(const NodeExplanation& explanation);

}  // namespace cgsd
