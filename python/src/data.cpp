#include "python/src/data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/attribute_fault.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/io/datasets/edge_account.hpp"
#include "cgsd/io/tables/table_attributes.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/encode_table.hpp"
#include "cgsd/table/fit_encoding.hpp"

#include "python/src/call.hpp"
#include "python/src/symmetric_rows.hpp"

namespace cgsd::python {
namespace {

NodeId node_count(std::uint64_t nodes) {
  if (nodes > kMaxNodes) throw InvalidArgument(fmt::format("{} nodes: at most {}", grouped(nodes), grouped(kMaxNodes)));
  return static_cast<NodeId>(nodes);
}

NodeId checked_node(std::int64_t node, std::uint64_t nodes) {
  if (node < 0 || static_cast<std::uint64_t>(node) >= nodes)
    throw InvalidArgument(fmt::format("an edge names node {}, but nodes are 0 … {}", node, std::int64_t(nodes) - 1));
  return static_cast<NodeId>(node);
}

std::vector<double> copied(const std::optional<Vector<double>>& weights, bool binary) {
  if (!weights || binary) return {};
  return {weights->data(), weights->data() + weights->size()};
}

// Weights of 1 alone say nothing.
bool only_ones(std::span<const double> weights) {
  return std::ranges::all_of(weights, [](double w) { return w == 1.0; });
}

template <class T, class U>
std::span<const T> same_bits(const Vector<U>& array) {
  static_assert(sizeof(T) == sizeof(U));
  return {reinterpret_cast<const T*>(array.data()), array.size()};  // signed and unsigned of one size may alias
}

TableOptions options_of(const Data::Table& table) {
  TableOptions options{table.only, table.ignore, {}, {}};
  for (const auto& [column, kind] : table.kinds)
    options.kinds.emplace_back(column, parse_choice<ColumnKind>("kinds", kind));
  return options;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

TextList texts_of(const nb::list& list) {
  TextList texts;
  for (const nb::handle item : list) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (text == nullptr) throw nb::python_error();
    texts.append({text, static_cast<std::size_t>(size)});
  }
  return texts;
}

TextTable table_of(const std::vector<std::pair<std::string, nb::list>>& columns) {
  TextTable table;
  for (const auto& [name, cells] : columns) table.columns.push_back({name, texts_of(cells)});
  return table;
}

void Data::set_edges(const Edges& edges, const Reading& reading) {
  if (edges.sources.size() != edges.targets.size() || (edges.weights && edges.weights->size() != edges.sources.size()))
    throw InvalidArgument("the ends of the edges and their weights have different lengths");
  EntryList list{.nodes = node_count(reading.nodes), .entries = {}, .weights = copied(edges.weights, reading.binary)};
  list.entries.reserve(edges.sources.size());
  for (std::size_t i = 0; i < edges.sources.size(); ++i)
    list.entries.push_back(
        {checked_node(edges.sources.data()[i], reading.nodes), checked_node(edges.targets.data()[i], reading.nodes)});
  if (only_ones(list.weights)) list.weights.clear();
  build(list, reading);
}

void Data::build(const EntryList& list, const Reading& reading) {
  const BuildOptions options{.directed = reading.keep_directed, .binary = reading.binary};
  call({.seed = 0, .threads = reading.threads}, [&](const RunContext& run) {
    BuiltGraph built = build_graph(list, options, run);
    own_graph_ = std::move(built.graph);
    beside_.report = built.report;
  });
  graph_ = own_graph_;
  told_of_edges(reading);
}

void Data::told_of_edges(const Reading& reading) {
  append(beside_.account, edge_account(graph_, beside_.report, reading.directed));
}

void Data::set_rows(const CompressedRows& rows, const Reading& reading) {
  std::span<const double> weights;
  if (rows.weights && !reading.binary) weights = span_of(*rows.weights);
  if (only_ones(weights)) weights = {};
  const RowArrays arrays{same_bits<std::uint64_t>(rows.offsets), same_bits<std::uint32_t>(rows.targets), weights};
  check_rows(arrays);
  const NodeId nodes = node_count(arrays.offsets.size() - 1);
  if (reading.keep_directed || !are_rows_of_an_undirected_graph(arrays)) {
    EntryList list{.nodes = nodes, .entries = {}, .weights = {weights.begin(), weights.end()}};
    list.entries.reserve(arrays.targets.size());
    for (NodeId u = 0; u < nodes; ++u)
      for (std::uint64_t p = arrays.offsets[u]; p < arrays.offsets[u + 1]; ++p)
        list.entries.push_back({u, arrays.targets[p]});
    build(list, reading);
    return;
  }
  kept_graph_ = {nb::cast(rows.offsets), nb::cast(rows.targets)};
  if (rows.weights) kept_graph_.push_back(nb::cast(*rows.weights));
  graph_ = GraphView(arrays.offsets, arrays.targets, weights);
  borrows_graph_ = true;
  beside_.report = {.entries_read = arrays.targets.size(), .directions_joined = arrays.targets.size() / 2};
  told_of_edges(reading);
}

void Data::check_attributes() const {
  const std::string fault = attribute_fault(view());
  if (!fault.empty()) throw InvalidArgument(fault);
}

void Data::set_dense(const Rows<float>& values) {
  kept_attributes_ = {nb::cast(values)};
  attributes_ = MatrixView<float>(values.shape(0), values.shape(1), {values.data(), values.size()});
  borrows_attributes_ = true;
  check_attributes();
}

void Data::set_sparse(const SparseArrays& arrays) {
  const RowArrays rows{same_bits<std::uint64_t>(arrays.offsets), same_bits<std::uint32_t>(arrays.columns), {}};
  check_sparse_rows(rows, arrays.width, arrays.values.size());
  kept_attributes_ = {nb::cast(arrays.offsets), nb::cast(arrays.columns), nb::cast(arrays.values)};
  attributes_ = SparseView{arrays.width, rows.offsets, rows.targets, span_of(arrays.values)};
  borrows_attributes_ = true;
  check_attributes();
}

void Data::set_table(const Table& table, int threads) {
  GraphContents contents;
  contents.table = table_of(table.columns);
  contents.names = beside_.names;
  const TableOptions options = options_of(table);
  try {
    call({.seed = 0, .threads = threads}, [&](const RunContext& run) {
      if (table.contained) {
        TableAttributes found = contained_attributes(contents, "graph", {options, {}}, run);
        own_attributes_ = std::move(found.attributes);
        encoding_ = std::move(found.encoding);
        append(beside_.account, found.account);
        return;
      }
      check_names(options, contents.table);
      FittedTable fitted = fit_encoding(contents.table, options, run);
      EncodedTable encoded = encode_table(contents.table, fitted.encoding, run);
      own_attributes_ = std::move(encoded.attributes);
      encoding_ = std::move(fitted.encoding);
      append(beside_.account, fitted.account);
      append(beside_.account, encoded.account);
    });
  } catch (const CellFault& fault) {
    if (fault.row() == CellFault::kHeading || fault.row() >= nodes()) throw;
    throw InvalidArgument(
        fmt::format("node {}: {}", in_quotes(beside_.names.name(static_cast<NodeId>(fault.row()))), fault.what()));
  }
  attributes_ = own_attributes_;
  beside_.attribute_names = encoding_.attribute_names();
  beside_.attribute_meanings = encoding_.attribute_meanings();
  check_attributes();
}

void Data::set_names(const nb::list& names) {
  if (names.size() != nodes()) throw InvalidArgument(fmt::format("{} names for {} nodes", names.size(), nodes()));
  beside_.names = NodeNames();
  const TextList texts = texts_of(names);
  for (std::size_t i = 0; i < texts.size(); ++i) beside_.names.append(texts[i]);
}

void Data::set_labels(const Vector<std::int32_t>& class_of, std::vector<std::string> class_names) {
  if (class_of.size() != nodes())
    throw InvalidArgument(fmt::format("{} labels for {} nodes", class_of.size(), nodes()));
  beside_.labels = {{class_of.data(), class_of.data() + class_of.size()}, std::move(class_names)};
}

void Data::scale_weights(const std::string& scale, int threads) {
  const auto chosen = parse_choice<WeightScale>("weights_scale", scale);
  if (chosen == WeightScale::none || !graph_.weighted()) return;
  call({.seed = 0, .threads = threads},
       [&](const RunContext& run) { own_graph_ = with_scaled_weights(graph_, chosen, run); });
  graph_ = own_graph_;
  kept_graph_.clear();
  borrows_graph_ = false;
  tell(fmt::format("weights scaled ({})", name_of(chosen)));
}

void Data::take(Dataset data, Encoding encoding) {
  own_graph_ = std::move(data.input.graph);
  own_attributes_ = std::move(data.input.attributes);
  data.input = {};
  beside_ = std::move(data);
  encoding_ = std::move(encoding);
  graph_ = own_graph_;
  attributes_ = own_attributes_;
}

}  // namespace cgsd::python
