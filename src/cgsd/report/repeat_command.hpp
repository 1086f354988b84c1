// The command that repeats a run, from its manifest: data, method, number of communities, seed, and every option that is
// not as the method has it by default. Words are quoted for a POSIX shell if they need it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace cgsd {

std::string repeat_command(const nlohmann::ordered_json& manifest);

std::string shell_word(const std::string& word);  // it's → 'it'\''s'

}  // namespace cgsd
