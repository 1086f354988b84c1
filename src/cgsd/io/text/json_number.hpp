// Numbers and values of options as JSON has them. NaN and infinities, which JSON does not know, become null; an option
// never has them.
#pragma once

#include <cmath>
#include <variant>

#include <nlohmann/json.hpp>

#include "cgsd/core/options.hpp"

namespace cgsd {

inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

inline nlohmann::ordered_json json_value(const OptionValue& value) {
  return std::visit([](const auto& v) { return nlohmann::ordered_json(v); }, value);
}

}  // namespace cgsd
