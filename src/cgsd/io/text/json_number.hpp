// A number as JSON has it: NaN and infinities, which JSON does not know, become null.
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

namespace cgsd {

inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace cgsd
