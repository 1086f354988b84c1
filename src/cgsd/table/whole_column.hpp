// A column of a table whose rows are spread over processes.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

// The cells of all processes, in their order: `own` itself if there is one process, else in `room`.
const TextColumn& column_of_all(const TextColumn& own, TextColumn& room, const RunContext& run);

}  // namespace cgsd
