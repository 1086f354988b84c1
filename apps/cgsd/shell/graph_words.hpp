// How a graph was read, as words of a command line: kept with a run, so that a later command reads the same graph.
#pragma once

#include <string>
#include <vector>

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {

// Only what is not as by default.
std::vector<std::string> words_of(const GraphArguments& arguments);

// And back. Throws ParseError with `file` for words that are not understood.
GraphArguments arguments_of(std::vector<std::string> words, const std::string& file);

}  // namespace cgsd::app
