// An experiment from the lists of a command line.
//
//   spec_from_lists({.data = {"cora", "texas"}, .methods = {"fast", "paper"}, .seeds = "5"})
//
// `all` stands for every preset and every method of the table, `fast` for the methods that learn nothing. A setting is
// METHOD.option=value: "dgi.epochs=100", "paper.trained.epochs=50". Throws InvalidArgument.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/experiment/spec.hpp"

namespace cgsd {

struct SpecLists {
  std::vector<std::string> data;
  std::vector<std::string> methods;
  std::string seeds = "5";  // how many; or the seeds themselves, separated by commas
  std::uint64_t first_seed = 0;
  std::vector<std::string> settings;
};

ExperimentSpec spec_from_lists(const SpecLists& lists);

// "a,b" → a, b; blanks around a word do not count, an empty word is an InvalidArgument.
std::vector<std::string> split_list(std::string_view text);

}  // namespace cgsd
