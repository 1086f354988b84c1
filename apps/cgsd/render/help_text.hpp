// Help as the terminal shows it: short (the usual parameters and examples, a screenful) or long (everything).
#pragma once

#include <string>

#include "apps/cgsd/shell/description.hpp"

namespace cgsd::app {

std::string short_help(const CommandDescription& command, std::size_t width);
std::string long_help(const CommandDescription& command, std::size_t width);

// What is true of every command: exit codes, variables of the environment, width and colours. For the long help and the
// man page of cgsd itself.
std::vector<Reference> common_references();

// "GRAPH [MORE...] [OPTIONS]" and the like.
std::string usage(const CommandDescription& command);
// "-o, --output FILE"
std::string term(const Parameter& parameter);
// The help with default and demand: "file to write (required)".
std::string meaning(const Parameter& parameter);

}  // namespace cgsd::app
