// What the first lines of an edge list determine about the rest: our own comment line, delimiter, header row, columns.
//
// Our comment line:  # cgsd nodes=2708 directed=false [ids=name] [delimiter=space]
// delimiter=space also means that there is no header row. Unknown keys are ignored.
#pragma once

#include <cstdint>
#include <optional>

#include "cgsd/io/text/entry_block.hpp"
#include "cgsd/io/text/text_batches.hpp"

namespace cgsd {

struct EdgeListLayout {
  bool has_data = false;               // some line is neither blank nor a comment
  std::optional<std::uint64_t> nodes;  // from our comment line
  bool ids_are_names = false;          // from our comment line
  EntryFormat format;                  // columns; the rule for ids is left to the caller
};

// Consumes everything before the first edge. Throws ParseError.
EdgeListLayout read_edge_list_layout(TextBatches& batches);

}  // namespace cgsd
