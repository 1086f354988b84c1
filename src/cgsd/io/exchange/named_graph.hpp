// A graph as GraphML, GEXF, GML, JSON and their like spell it: nodes by id with named values, edges between ids.
//
//   NamedGraph graph(options, [this] { return position(); });
//   graph.add_node("n0");  graph.set(graph.column("age"), "41");
//   graph.add_edge("n0", "n1");  graph.set_weight(WeightName::weight, "2.5");
//   return graph.take(run);
//
// Names of the nodes: the ids. If all ids are numbers (or n0, n1, …) and a column label or name holds another, unique text for
// each node, then that text. If they are 0, 1, 2, … in order: none. With known_names, whichever of the two is known.
// Weights and directions: io/exchange/edge_values.hpp.
// Values become GraphContents::table, a column per name, in the order of first appearance; what cgsd wrote itself
// (io/exchange/own_columns.hpp) becomes attributes and classes again.
// Promises: edges may stand before their nodes; an edge to a node that does not exist, a repeated id and a weight that is no
// number are a ParseError at the place `where` gives. Memory grows with the data, not with what they claim.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/io/exchange/edge_values.hpp"
#include "cgsd/io/formats/graph_contents.hpp"
#include "cgsd/io/text/name_table.hpp"

namespace cgsd {

// The values of one name, only where a node has one.
struct NamedColumn {
  std::string name;
  std::string origin;        // the id of the column in the file, if it has one
  std::string missing;       // the value of a node that has none
  std::vector<NodeId> rows;  // ascending
  TextList cells;
};

class NamedGraph {
 public:
  using Where = std::function<FilePosition()>;
  NamedGraph(const GraphReadOptions& options, Where where);

  void add_node(std::string_view id);
  void add_unless_there(std::string_view id);  // for formats that have no list of nodes
  NodeId nodes() const { return static_cast<NodeId>(id_of_.size()); }

  std::size_t column(std::string_view name, std::string_view origin = {});
  void set_missing(std::size_t column, std::string_view text) { columns_[column].missing = text; }
  // A value of the node added last. An empty one is no value; of two the first stays.
  void set(std::size_t column, std::string_view text);

  void add_edge(std::string_view source, std::string_view target);
  // A value of the edge added last.
  void set_weight(WeightName name, std::string_view text);
  EdgeValues& edges() { return edges_; }
  // For formats that have no list of nodes: if all ids are whole numbers, nodes ascend, and they are indices if the
  // caller expects a number of nodes.
  void sort_nodes();
  // Edges of d3 and old networkx may name a node by its place in the list of nodes.
  void allow_places() { places_allowed_ = true; }

  GraphContents take(const RunContext& run);

 private:
  struct Mention {
    NodeId id;
    FilePosition where;
  };

  NodeId mention(std::string_view id);
  void check_size() const;
  void resolve_mentions();
  bool resolve_places();
  bool ids_are_numbers() const;
  const NamedColumn* label_column() const;
  bool names_every_node(const NamedColumn& column) const;
  bool all_known(const NamedColumn& labels) const;
  void order_as_known(const NodeNames& names);
  std::string_view id_text(NodeId node) const { return ids_.names().view(id_of_[node]); }
  void name_nodes(GraphContents& contents);
  void drop_copies_of_ids();

  const GraphReadOptions& options_;
  Where where_;
  NameTable known_;                            // options_.known_names
  std::optional<FilePosition> first_unknown_;  // the first node whose id is none of them
  NameTable ids_;
  std::vector<NodeId> node_of_;  // id number → node, or kAbsent: mentioned only
  std::vector<NodeId> id_of_;    // node → id number
  std::vector<Mention> mentions_;
  std::vector<NamedColumn> columns_;
  NameTable column_numbers_;   // by name and origin: a file may have thousands
  std::vector<NodeId> order_;  // node of the result → node as read, or kAbsent
  std::vector<Entry> entries_;
  EdgeValues edges_;
  bool places_allowed_ = false;
};

}  // namespace cgsd
