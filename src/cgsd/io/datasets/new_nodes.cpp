#include "cgsd/io/datasets/new_nodes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/formats/edge_list.hpp"
#include "cgsd/io/tables/table_attributes.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

// Rows of nothing behind those of the attributes, so that there is one per new node.
Attributes padded(const Attributes& attributes, std::size_t rows) {
  if (attributes.none() || attributes.rows() == rows) return attributes;
  if (attributes.is_sparse()) {
    SparseRows out = attributes.sparse();
    out.offsets.resize(rows + 1, out.offsets.back());
    return out;
  }
  Matrix<float> out(rows, attributes.cols());
  std::ranges::copy(attributes.dense().values(), out.values().begin());
  return out;
}

class NewNodesReader {
 public:
  NewNodesReader(const NewNodesRequest& request, const DetectionModel& model, const RunContext& run)
      : request_(request), model_(model), run_(run), known_(model.names.none() ? NodeNames() : model.names) {}

  NamedNewNodes read() {
    if (request_.attributes) read_table();
    if (request_.edges) {
      contents_ = read_edge_list(*request_.edges, {.ids = IdKind::name}, run_.stage("reading edges"));
    }
    number_rows();
    NamedNewNodes out;
    take_edges(out);
    check_rows();
    out.nodes.count = added_.size();
    out.nodes.attributes = padded(table_.attributes, added_.size());
    out.nodes.has_attributes.assign(added_.size(), 0);
    std::fill_n(out.nodes.has_attributes.begin(), table_.attributes.rows(), std::uint8_t{1});
    out.names = std::move(added_).take();
    out.account = std::move(account_);
    return out;
  }

 private:
  void read_table() {
    const auto run = run_.stage("reading attributes");
    const bool text = attribute_format(*request_.attributes) == AttributeFormat::text;
    if (model_.encoding.none() || !text) {
      table_ = read_attributes(*request_.attributes, run);
      return;
    }
    EncodedRows rows =
        encoded_rows(TextTableFile(*request_.attributes, {}, run), model_.encoding, request_.id_column, run);
    table_ = {std::move(rows.ids), std::move(rows.attributes)};
    account_ = std::move(rows.account);
  }

  bool numbered() const { return model_.names.none(); }

  // The number of a known node, or kAbsent for a new one.
  NodeId known(std::string_view id, const std::string& file) const {
    if (!numbered()) return known_.find(id);
    const std::optional<std::int64_t> number = integer_cell(id);
    if (!number || *number < 0 || id != std::to_string(*number)) {
      throw ParseError({file}, fmt::format("{} is not a node number, and the known nodes are 0 … {}", in_quotes(id),
                                           model_.nodes() - 1));
    }
    return *number < std::int64_t{model_.nodes()} ? static_cast<NodeId>(*number) : NameTable::kAbsent;
  }

  // The rows of the attributes are the first new nodes, where it is known which these are.
  void number_rows() {
    if (!request_.attributes) return;
    const std::string file = request_.attributes->string();
    if (!table_.ids.none()) {
      for (NodeId row = 0; row < table_.ids.size(); ++row) {
        const std::string_view id = table_.ids.view(row);
        if (known(id, file) != NameTable::kAbsent)
          throw ParseError({file}, fmt::format("node {} is known already", in_quotes(id)));
        added_.insert(id);
      }
    } else if (numbered()) {
      for (std::size_t row = 0; row < table_.attributes.rows(); ++row)
        added_.insert(std::to_string(model_.nodes() + row));
    }
  }

  void take_edges(NamedNewNodes& out) {
    if (!request_.edges) return;
    const std::string file = request_.edges->string();
    const bool rows_are_all = numbered() && request_.attributes && table_.ids.none();
    std::vector<NodeId> number_of;
    for (NodeId v = 0; v < contents_.list.nodes; ++v) {
      const std::string id = contents_.names.name(v);
      NodeId node = known(id, file);
      if (node == NameTable::kAbsent) {
        if (rows_are_all && added_.find(id) == NameTable::kAbsent)
          throw ParseError({file}, fmt::format("node {} has no row: there are {} known nodes and {} rows of attributes",
                                               id, model_.nodes(), table_.attributes.rows()));
        node = model_.nodes() + added_.insert(id);
      }
      number_of.push_back(node);
    }
    const EntryList& list = contents_.list;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
      const Entry edge{number_of[list.entries[i].source], number_of[list.entries[i].target]};
      if (std::max(edge.source, edge.target) < model_.nodes()) {
        ++out.known_edges;
        continue;
      }
      out.nodes.edges.push_back(edge);
      if (!list.weights.empty()) out.nodes.weights.push_back(list.weights[i]);
    }
  }

  // Rows without ids belong to the names of the edge list.
  void check_rows() const {
    if (!request_.attributes || numbered() || !table_.ids.none()) return;
    if (table_.attributes.rows() != added_.size()) {
      throw ParseError({request_.attributes->string()},
                       fmt::format("{} rows without ids, but the edges name {} new nodes",
                                   grouped(table_.attributes.rows()), grouped(added_.size())));
    }
  }

  const NewNodesRequest& request_;
  const DetectionModel& model_;
  const RunContext& run_;
  NameTable known_;
  AttributeTable table_;
  std::vector<std::string> account_;
  GraphContents contents_;
  NameTable added_;
};

}  // namespace

NamedNewNodes read_new_nodes(const NewNodesRequest& request, const DetectionModel& model, const RunContext& run) {
  return NewNodesReader(request, model, run).read();
}

}  // namespace cgsd
