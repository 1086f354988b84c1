// One column of a known kind → how it is encoded (encoding.hpp), before blocks are weighted against each other.
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/table/encoding.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

struct FittedColumn {
  ColumnEncoding encoding;
  std::string ignored;  // why this is no attribute after all; empty: it is one
  std::string topic;    // for the account (table_account.hpp); may be empty
  std::string detail;
};

// `column` has the cells of all rows. `asked`: the kind was asked for, so that nothing is left out for being rare.
FittedColumn fit_column(const TextColumn& column, std::size_t position, const KindFinding& finding, bool asked);

// Several columns of numbers as one vector; the table has the rows of this process.
FittedColumn fit_vector(const TextTable& table, const std::vector<std::size_t>& positions, NumberStyle style,
                        const RunContext& run);

}  // namespace cgsd
