// Levels, and a comparison with a former run, as parts of the summary's JSON. Communities by their ids, without nodes: those
// are in levels.csv and hierarchy.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cgsd/summary/summary.hpp"

namespace cgsd {

nlohmann::ordered_json levels_json(const Levels& levels);
nlohmann::ordered_json previous_json(const PreviousFacts& previous);

}  // namespace cgsd
