#include "apps/cgsd/shell/table_arguments.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

#include "apps/cgsd/shell/enum_argument.hpp"

namespace cgsd::app {

void add_table_arguments(CLI::App* command, TableArguments& a) {
  auto* table = command->add_option_group("Table of attributes");
  table->add_option("--columns", a.columns, "use these columns only")->delimiter(',')->type_name("NAME,…");
  table->add_option("--ignore", a.ignore, "leave these columns out")->delimiter(',')->type_name("NAME,…");
  table->add_option("--kind", a.kinds, "what a column holds: number, yes_no, category, date, words, list or vector")
      ->delimiter(',')
      ->type_name("NAME=KIND");
  table
      ->add_option("--id-column", a.id_column,
                   "the column with the names of the nodes; without it: found by its values")
      ->type_name("NAME");
}

TableOptions table_options(const TableArguments& a) {
  TableOptions options{a.columns, a.ignore, {}, a.id_column};
  for (const std::string& text : a.kinds) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0)
      throw InvalidArgument(fmt::format("--kind {}: must be NAME=KIND, e.g. city=category", text));
    options.kinds.emplace_back(text.substr(0, equals), enum_from<ColumnKind>("--kind", text.substr(equals + 1)));
  }
  return options;
}

}  // namespace cgsd::app
