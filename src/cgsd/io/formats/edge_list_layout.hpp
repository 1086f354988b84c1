// What the first lines of an edge list determine about the rest: our own comment line, delimiter, header row, columns.
//
// Our comment line:  # cgsd nodes=2708 directed=false [ids=name] [delimiter=space]
// delimiter=space also means that there is no header row. Unknown keys are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/io/text/entry_block.hpp"
#include "cgsd/io/text/text_batches.hpp"

namespace cgsd {

struct EdgeListLayout {
  bool has_data = false;               // some line is neither blank nor a comment
  bool has_header = false;             // the first such line names the columns
  std::optional<std::uint64_t> nodes;  // from our comment line
  bool ids_are_names = false;          // from our comment line
  std::optional<bool> directed;        // from our comment line
  EntryFormat format;                  // columns; the rule for ids is left to the caller
  std::vector<std::string> account;    // which column is the weight if it was guessed, and which columns are ignored
};

// Which column the weights are in.
struct WeightColumn {
  std::string wanted;    // name or 1-based number; empty: a usual name, or the third column if there is no header row
  bool ignored = false;  // none is read
};

// Consumes everything before the first edge. Throws ParseError.
EdgeListLayout read_edge_list_layout(TextBatches& batches, const WeightColumn& weights = {});

}  // namespace cgsd
