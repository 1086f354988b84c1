// What the command line says about a table of attributes: --columns --ignore --kind --id-column.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cgsd/table/fit_encoding.hpp"

namespace cgsd::app {

struct TableArguments {
  std::vector<std::string> columns;
  std::vector<std::string> ignore;
  std::vector<std::string> kinds;  // NAME=KIND
  std::string id_column;
};

void add_table_arguments(CLI::App* command, TableArguments& arguments);
TableOptions table_options(const TableArguments& arguments);

}  // namespace cgsd::app
