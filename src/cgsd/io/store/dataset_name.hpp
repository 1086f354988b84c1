// Whether the word for a graph is a file or the name of a dataset.
//
//   a word with / or .                                a path
//   a file of that name, or a directory with a graph   the path: the user's own data come first, and the account says so if
//                                                     a known dataset has that name too
//   a directory without a graph                       the dataset, if the registry knows the name; else the path
//   anything else                                     a name
#pragma once

#include <optional>
#include <string>

namespace cgsd {

bool is_dataset_name(const std::string& graph);

// "people is the file of that name here, not the dataset": if `graph` is a path and a dataset has the same name.
std::optional<std::string> hidden_dataset(const std::string& graph);

}  // namespace cgsd
