// cgsd-mpi detect: the default on a graph whose nodes are spread over the ranks. Each rank reads the rows of its own nodes
// (io/formats/csr_directory.hpp), or of an edge list and a table of attributes, all run the library's detect(), each writes the communities of its own, and the first
// puts them together and writes the manifest. What is not done here is refused with what to do instead.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "apps/cgsd/shell/table_arguments.hpp"

namespace cgsd::mpi {

struct DetectArguments {
  std::string graph;
  std::string attributes;  // a text table; empty: none, or those of a directory of rows
  app::TableArguments table;
  std::string communities = "auto";
  std::uint64_t seed = 0;
  std::string output;
  std::vector<std::string> settings;
  std::string weights = "use";
  int threads = 1;
  bool no_checkpoint = false;
  bool quiet = false;
};

void add_detect(CLI::App& app, DetectArguments& arguments);
void detect_among_ranks(const DetectArguments& arguments);

}  // namespace cgsd::mpi
