// What cgsd writes into the columns of GraphML, GEXF, GML and JSON, and how it knows them again.
//
//   cgsd.class              the class by name            cgsd.class.number   the class by number
//   cgsd.attributes.dense   all attributes of a node, "0.5 0 2"
//   cgsd.attributes.sparse.1433   those of 1,433 that are not 0, "17:1 204:0.5"
//   cgsd.community          a result: never an attribute of the next run
// Numbers are spelled so that they read back to the same bits. Every other column is one of GraphContents::table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// A column of nodes to write.
struct OwnColumn {
  std::string id;    // one of the above
  std::string name;  // what other programs show
  bool number = false;
};
std::vector<OwnColumn> own_columns(const Dataset& dataset, const GraphAnnotations& annotations);
// The value of a node; empty: it has none.
std::string own_value(const OwnColumn& column, const Dataset& dataset, const GraphAnnotations& annotations,
                      NodeId node);

// Fills attributes, labels and table of `contents`; order[u] is the row of node u, kAbsent: it has none.
void take_columns(const std::vector<NamedColumn>& columns, std::span<const NodeId> order, const std::string& file,
                  GraphContents& contents);

}  // namespace cgsd
