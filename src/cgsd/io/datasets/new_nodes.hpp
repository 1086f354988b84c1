// New nodes for a saved model, from an edge list, a table of attributes, or both.
//
//   ids         of the edge list and of the table's id column are the names of the known graph. An id that the graph
//               does not have is new; if its nodes are numbers 0 … n−1, new ones are whole numbers from n on.
//   attributes  a table with ids has them in its own order; an id that is known is an error. In a table without ids,
//               row i is node n + i of a numbered graph; of a graph with names it is the i-th new name in the order of
//               the edge list (ascending if all its ids are whole numbers, else by first appearance), and there must be
//               exactly as many.
//               A text table is encoded as the known attributes were: columns are found by their headings, and one that
//               is missing is an error.
//   order       new nodes stand in the order of the attributes, then those that occur in edges only
//
// A new node without a row has no attributes, one that occurs in no edge has no edges. Edges between known nodes are
// counted and left out. Throws ParseError with the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/placement.hpp"

namespace cgsd {

struct NewNodesRequest {
  std::optional<std::filesystem::path> edges;
  std::optional<std::filesystem::path> attributes;
  std::string id_column{};  // of the attributes; empty: the one that the known rows had, or one named so
};

struct NamedNewNodes {
  NewNodes nodes;
  NodeNames names;                     // one per new node
  std::uint64_t known_edges = 0;       // left out: both ends are known
  std::vector<std::string> account{};  // what reading the attributes filled or ignored
};

NamedNewNodes read_new_nodes(const NewNodesRequest& request, const DetectionModel& model, const RunContext& run);

}  // namespace cgsd
