#include "cgsd/io/exchange/named_graph.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/exchange/own_columns.hpp"
#include "cgsd/io/formats/relabel.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

constexpr NodeId kAbsent = NameTable::kAbsent;
constexpr std::size_t kFreeCells = std::size_t{1} << 22;
constexpr std::size_t kCellsPerValue = 64;

bool is_number_of_a_node(std::string_view id) {
  if (id.starts_with('n')) id.remove_prefix(1);
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool are_indices(const NodeNames& names) {
  for (NodeId node = 0; node < names.size(); ++node) {
    const fmt::format_int index(node);
    if (names.view(node) != std::string_view(index.data(), index.size())) return false;
  }
  return true;
}

}  // namespace

NamedGraph::NamedGraph(const GraphReadOptions& options, Where where) : options_(options), where_(std::move(where)) {
  if (options.known_names != nullptr) known_ = NameTable(*options.known_names);
}

void NamedGraph::add_node(std::string_view id) {
  const NodeId number = ids_.insert(id);
  if (number == node_of_.size()) node_of_.push_back(kAbsent);
  if (node_of_[number] != kAbsent) throw ParseError(where_(), fmt::format("node id {} is there twice", in_quotes(id)));
  if (options_.known_names != nullptr && !first_unknown_ && known_.find(id) == kAbsent) first_unknown_ = where_();
  node_of_[number] = nodes();
  id_of_.push_back(number);
}

void NamedGraph::add_unless_there(std::string_view id) {
  const NodeId number = ids_.find(id);
  if (number == kAbsent || node_of_[number] == kAbsent) add_node(id);
}

std::size_t NamedGraph::column(std::string_view name, std::string_view origin) {
  std::string both(name);
  both += '\0';
  both += origin;
  if (const std::size_t known = column_numbers_.insert(both); known < columns_.size()) return known;
  constexpr std::size_t kMostColumns = 1 << 16;
  if (columns_.size() == kMostColumns) throw ParseError(where_(), "more than 65,536 names of values");
  columns_.push_back({std::string(name), std::string(origin), {}, {}, {}});
  return columns_.size() - 1;
}

void NamedGraph::set(std::size_t column, std::string_view text) {
  NamedColumn& into = columns_[column];
  const NodeId node = nodes() - 1;
  if (text.empty() || (!into.rows.empty() && into.rows.back() == node)) return;
  into.rows.push_back(node);
  into.cells.append(text);
}

NodeId NamedGraph::mention(std::string_view id) {
  const NodeId number = ids_.insert(id);
  if (number == node_of_.size()) {
    node_of_.push_back(kAbsent);
    mentions_.push_back({number, where_()});
  }
  return number;
}

void NamedGraph::add_edge(std::string_view source, std::string_view target) {
  const NodeId from = mention(source);
  entries_.push_back({from, mention(target)});
}

void NamedGraph::set_weight(WeightName name, std::string_view text) {
  if (edges_.set_weight(name, text, entries_.size())) return;
  throw ParseError(where_(), fmt::format("weight {} is not a finite number", in_quotes(trimmed(text))));
}

// A few bytes that name a column must not make us allocate a cell for each of a million nodes.
void NamedGraph::check_size() const {
  std::size_t values = 0;
  for (const NamedColumn& column : columns_) values += column.rows.size();
  const std::size_t cells = std::size_t{nodes()} * columns_.size();
  if (cells <= std::max(kFreeCells, kCellsPerValue * values)) return;
  throw ParseError(where_(), fmt::format("{} names of values for {} nodes, but only {} values",
                                         grouped(columns_.size()), grouped(nodes()), grouped(values)));
}

bool NamedGraph::ids_are_numbers() const {
  for (NodeId node = 0; node < nodes(); ++node) {
    if (!is_number_of_a_node(id_text(node))) return false;
  }
  return nodes() > 0;
}

bool NamedGraph::names_every_node(const NamedColumn& column) const {
  if (column.rows.size() != nodes() || nodes() == 0) return false;
  NameTable seen;
  for (std::size_t i = 0; i < column.cells.size(); ++i) {
    if (seen.insert(column.cells[i]) != i) return false;
  }
  return true;
}

// The column that calls every node by a name of its own.
const NamedColumn* NamedGraph::label_column() const {
  for (const std::string_view wanted : {"label", "name"}) {
    for (const NamedColumn& column : columns_) {
      if (lower_case(column.name) == wanted && names_every_node(column)) return &column;
    }
  }
  return nullptr;
}

void NamedGraph::sort_nodes() {
  std::vector<std::pair<std::int64_t, NodeId>> numbers;
  for (NodeId node = 0; node < nodes(); ++node) {
    const auto number = integer_cell(id_text(node));
    if (!number || *number < 0 || id_text(node) != fmt::format_int(*number).str()) return;
    numbers.emplace_back(*number, id_of_[node]);
  }
  if (options_.known_names == nullptr && options_.expected_nodes && !numbers.empty() &&
      std::max_element(numbers.begin(), numbers.end())->first < *options_.expected_nodes) {
    for (NodeId index = 0; index < *options_.expected_nodes; ++index) {
      const fmt::format_int id(index);
      const NodeId before = nodes();
      add_unless_there({id.data(), id.size()});
      if (nodes() > before) numbers.emplace_back(index, id_of_.back());
    }
  }
  std::sort(numbers.begin(), numbers.end());
  for (NodeId node = 0; node < nodes(); ++node) {
    id_of_[node] = numbers[node].second;
    node_of_[id_of_[node]] = node;
  }
}

// If no edge names an id and all could be places in the list of nodes, they are. Without any nodes, edges make them.
bool NamedGraph::resolve_places() {
  if (!places_allowed_ || mentions_.size() != ids_.size() - nodes()) return false;
  for (const Entry& entry : entries_) {
    if (node_of_[entry.source] != kAbsent || node_of_[entry.target] != kAbsent) return false;
  }
  if (nodes() == 0) {
    for (const Mention& mention : mentions_) {
      node_of_[mention.id] = nodes();
      id_of_.push_back(mention.id);
    }
    sort_nodes();
    return true;
  }
  for (const Mention& mention : mentions_) {
    const auto place = integer_cell(ids_.names().view(mention.id));
    if (!place || *place < 0 || *place >= nodes()) return false;
  }
  for (const Mention& mention : mentions_) {
    node_of_[mention.id] = static_cast<NodeId>(*integer_cell(ids_.names().view(mention.id)));
  }
  edges_.note("edges name nodes by their place in the list of nodes");
  return true;
}

// Links of d3 may name nodes by their name although nodes are numbered.
void NamedGraph::resolve_mentions() {
  const auto missing = [&](const Mention& mention) { return node_of_[mention.id] == kAbsent; };
  const auto first = std::find_if(mentions_.begin(), mentions_.end(), missing);
  if (first == mentions_.end() || resolve_places()) return;
  const NamedColumn* labels = ids_are_numbers() ? label_column() : nullptr;
  NameTable by_label;
  if (labels != nullptr) {
    for (std::size_t i = 0; i < labels->cells.size(); ++i) by_label.insert(labels->cells[i]);
  }
  for (auto mention = first; mention != mentions_.end(); ++mention) {
    if (!missing(*mention)) continue;
    const std::string_view id = ids_.names().view(mention->id);
    const NodeId node = by_label.find(id);
    if (node == kAbsent) {
      throw ParseError(mention->where, fmt::format("the edge names node {}, which does not exist", in_quotes(id)));
    }
    node_of_[mention->id] = node;
  }
}

bool NamedGraph::all_known(const NamedColumn& labels) const {
  for (NodeId node = 0; node < nodes(); ++node) {
    if (known_.find(labels.cells[node]) == kAbsent) return false;
  }
  return true;
}

// The nodes of the table, each with the row that names it.
void NamedGraph::order_as_known(const NodeNames& names) {
  order_.assign(known_.size(), kAbsent);
  for (NodeId node = 0; node < nodes(); ++node) {
    const NodeId place = known_.find(names.view(node));
    if (place == kAbsent) {
      throw ParseError(*first_unknown_,
                       fmt::format("node id {} is not in the node table", in_quotes(names.view(node))));
    }
    order_[place] = node;
  }
}

void NamedGraph::name_nodes(GraphContents& contents) {
  const bool known = options_.known_names != nullptr;
  const NamedColumn* labels = label_column();
  const bool by_label = labels != nullptr && (known ? first_unknown_ && all_known(*labels) : ids_are_numbers());
  NodeNames names;
  for (NodeId node = 0; node < nodes(); ++node) names.append(by_label ? labels->cells[node] : id_text(node));
  if (by_label) {
    if (!are_indices(names)) contents.account.push_back(fmt::format("nodes are called by their {}", labels->name));
    columns_.erase(columns_.begin() + (labels - columns_.data()));
  }
  if (known) {
    order_as_known(names);
    contents.names = *options_.known_names;
    return;
  }
  order_.resize(nodes());
  for (NodeId node = 0; node < nodes(); ++node) order_[node] = node;
  if (!are_indices(names)) contents.names = std::move(names);
}

// Many programs write the id a second time as a label: that is no attribute.
void NamedGraph::drop_copies_of_ids() {
  std::erase_if(columns_, [&](const NamedColumn& column) {
    if (column.rows.size() != nodes() || nodes() == 0) return false;
    for (NodeId node = 0; node < nodes(); ++node) {
      if (column.cells[node] != id_text(node)) return false;
    }
    const std::string lower = lower_case(column.name);
    return lower == "label" || lower == "name" || lower == "id" || lower == "value";
  });
}

GraphContents NamedGraph::take(const RunContext& run) {
  check_size();
  resolve_mentions();
  drop_copies_of_ids();
  GraphContents contents;
  name_nodes(contents);
  check_expected_nodes({where_().file}, order_.size(), options_);
  std::vector<NodeId> place(nodes());
  for (NodeId node = 0; node < order_.size(); ++node) {
    if (order_[node] != kAbsent) place[order_[node]] = node;
  }
  relabel(
      entries_, [&](NodeId id) { return place[node_of_[id]]; }, run);
  contents.list.nodes = static_cast<NodeId>(order_.size());
  contents.list.entries = std::move(entries_);
  edges_.take(contents);
  take_columns(columns_, order_, where_().file, contents);
  return contents;
}

}  // namespace cgsd
