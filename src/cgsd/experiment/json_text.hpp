// JSON that people write: a mistake is a ParseError with line and column, a key that is there twice is refused.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace cgsd {

// `file` is for messages.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& file);

}  // namespace cgsd
