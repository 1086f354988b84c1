// A graph with its attributes as Python gave it: views of Python's arrays if their layout allows, else graphs and attributes
// of our own. The library's functions take view() and dataset().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgsd/graph/dataset.hpp"
#include "cgsd/table/encoding.hpp"

#include "python/src/arrays.hpp"
#include "python/src/casters.hpp"

namespace cgsd::python {

class Data {
 public:
  // Entries source[i] → target[i]. `directed` is what the source says of them, if it does; `keep` keeps them directed.
  struct Edges {
    Vector<std::int64_t> sources;
    Vector<std::int64_t> targets;
    std::optional<Vector<double>> weights;
  };
  struct Reading {
    std::uint64_t nodes = 0;
    std::optional<bool> directed{};
    bool keep_directed = false;
    bool binary = false;  // weights are ignored
    int threads = 0;
  };
  void set_edges(const Edges& edges, const Reading& reading);

  // Compressed rows. Symmetric rows that ascend and have no loops are used as they are; others are built anew.
  struct CompressedRows {
    Vector<std::int64_t> offsets;
    Vector<std::int32_t> targets;
    std::optional<Vector<double>> weights;
  };
  void set_rows(const CompressedRows& rows, const Reading& reading);

  void set_dense(const Rows<float>& values);
  struct SparseArrays {
    Vector<std::int64_t> offsets;
    Vector<std::int32_t> columns;
    Vector<float> values;
    std::size_t width = 0;
  };
  void set_sparse(const SparseArrays& arrays);

  // Columns of texts, a row per node, encoded as the command line encodes those of a file. `contained`: they came with the graph
  // itself, so a column that may be what to compare with is left out.
  struct Table {
    std::vector<std::pair<std::string, nb::list>> columns;
    std::vector<std::string> only;
    std::vector<std::string> ignore;
    std::vector<std::pair<std::string, std::string>> kinds;
    bool contained = false;
  };
  void set_table(const Table& table, int threads);

  void set_names(const nb::list& names);
  void set_labels(const Vector<std::int32_t>& class_of, std::vector<std::string> class_names);
  void set_attribute_names(std::vector<std::string> names) { beside_.attribute_names = std::move(names); }
  void scale_weights(const std::string& scale, int threads);
  void tell(std::string clause) { beside_.account.push_back(std::move(clause)); }
  // A dataset that the library has read.
  void take(Dataset data, Encoding encoding);

  GraphView graph() const { return graph_; }
  AttributesView attributes() const { return attributes_; }
  AttributedGraphView view() const { return {graph_, attributes_}; }
  DatasetView dataset() const { return {view(), beside_}; }
  const Dataset& beside() const { return beside_; }
  const Encoding& encoding() const { return encoding_; }
  std::uint64_t nodes() const { return graph_.nodes(); }
  bool borrows_graph() const { return borrows_graph_; }
  bool borrows_attributes() const { return borrows_attributes_; }

  std::string name = "graph";
  std::string format = "python";

 private:
  void build(const EntryList& list, const Reading& reading);
  void told_of_edges(const Reading& reading);
  void check_attributes() const;

  std::vector<nb::object> kept_graph_;  // whose arrays are borrowed
  std::vector<nb::object> kept_attributes_;
  Graph own_graph_;
  Attributes own_attributes_;
  std::vector<std::uint64_t> sparse_offsets_;
  GraphView graph_;
  AttributesView attributes_;
  Dataset beside_;  // all but the graph and its attributes
  Encoding encoding_;
  bool borrows_graph_ = false;
  bool borrows_attributes_ = false;
};

// Texts of a list of str; None is an empty one.
TextList texts_of(const nb::list& list);
TextTable table_of(const std::vector<std::pair<std::string, nb::list>>& columns);

}  // namespace cgsd::python
