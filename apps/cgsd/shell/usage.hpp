// What to tell somebody whose command line was not understood.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace cgsd::app {

// One line: what was not understood, the nearest known word, and where help is. `words` is the command line without its
// first word.
std::string usage_error(const CLI::App& root, const std::vector<std::string>& words, const CLI::ParseError& error);

}  // namespace cgsd::app
