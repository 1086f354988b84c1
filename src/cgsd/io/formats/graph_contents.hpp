// The contents of a graph file, before a Graph is built from it. Every reader returns this; io/load builds the Dataset.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

struct GraphContents {
  EntryList list{};                            // every entry checked: node < list.nodes
  NodeNames names{};                           // none: nodes are numbered 0 … n−1 in the file
  Attributes attributes{};                     // none if the format carries none
  std::vector<std::string> attribute_names{};  // one per attribute, or none
  Labels labels{};                             // none if the format carries none
  TextTable table{};               // attributes as the file spells them, a row per node; no columns if there are none
  std::optional<bool> directed{};  // as the file states it, if it does
  std::vector<std::string> account{};  // what the reader ignored or guessed, for Dataset
};

// What the ids of a text edge list are.
enum class IdKind { automatic, index, name };
constexpr auto enum_names(IdKind) {
  return std::array{
      EnumName<IdKind>{IdKind::automatic, "auto",
                       "index if ids are 0 … n−1 or a node table fixes how many nodes there are, else name"},
      EnumName<IdKind>{IdKind::index, "index", "the 0-based number of a node; gaps are isolated nodes"},
      EnumName<IdKind>{IdKind::name, "name", "a name; only ids that occur are nodes"}};
}

struct GraphReadOptions {
  IdKind ids = IdKind::automatic;
  std::optional<NodeId> expected_nodes{};  // known from attributes or labels without ids: ids are indices below this
  const NodeNames* known_names = nullptr;  // known from a table with ids: an edge may only name these
  std::string weight_column{};             // edge lists: its name or 1-based number; empty: by the usual names
  bool ignore_weights = false;             // edge lists: a column of weights is not even read
  std::string graph_key{};                 // h5ad: which obsp is the graph; empty: connectivities
  std::string attribute_key{};             // h5ad: X, layers/NAME or obsm/NAME; empty: X
};

}  // namespace cgsd
