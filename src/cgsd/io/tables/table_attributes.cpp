#include "cgsd/io/tables/table_attributes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/labels.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/io/text/unicode_text.hpp"
#include "cgsd/table/cell_values.hpp"
#include "cgsd/table/column_heading.hpp"
#include "cgsd/table/encode_table.hpp"

namespace cgsd {
namespace {

void append(std::vector<std::string>& to, std::vector<std::string> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// The columns that may be attributes, in the order of nodes, and where they came from.
struct Selection {
  TextTable table;
  std::vector<std::size_t> column_of;  // in the whole table
};

void append_utf8(TextList& cells, std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  if (ascii)
    cells.append(text);
  else
    cells.append(as_utf8(text));
}

Selection selected(const TextTable& whole, const std::vector<std::size_t>& row_of,
                   const std::vector<std::size_t>& left_out) {
  Selection out;
  for (std::size_t column = 0; column < whole.columns.size(); ++column) {
    if (std::find(left_out.begin(), left_out.end(), column) != left_out.end()) continue;
    TextColumn& copy = out.table.columns.emplace_back();
    copy.name = whole.columns[column].name;
    const TextList& cells = whole.columns[column].cells;
    for (const std::size_t row : row_of) append_utf8(copy.cells, row == kNoRow ? std::string_view() : cells[row]);
    out.column_of.push_back(column);
  }
  return out;
}

std::optional<std::size_t> column_named(const TextTable& table, const std::string& name) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!name.empty() && table.columns[i].name == name) return i;
  }
  return std::nullopt;
}

Labels labels_of_column(const TextTable& table, std::size_t column, const std::vector<std::size_t>& row_of) {
  std::vector<std::string> texts;
  for (const std::size_t row : row_of) {
    const std::string_view cell = row == kNoRow ? std::string_view() : table.columns[column].cells[row];
    texts.emplace_back(is_missing(cell) ? std::string_view() : cell);
  }
  return labels_of_texts(std::move(texts));
}

// Attributes of the selected columns; CellFaults are of the selection.
void take_attributes(const Selection& selection, const TableOptions& options, const RunContext& run,
                     TableAttributes& out) {
  FittedTable fitted = fit_encoding(selection.table, options, run);
  EncodedTable encoded = encode_table(selection.table, fitted.encoding, run);
  out.attributes = std::move(encoded.attributes);
  out.encoding = std::move(fitted.encoding);
  append(out.account, std::move(fitted.account));
  append(out.account, std::move(encoded.account));
}

std::vector<std::size_t> all_rows(std::size_t rows) {
  std::vector<std::size_t> row_of(rows);
  for (std::size_t i = 0; i < rows; ++i) row_of[i] = i;
  return row_of;
}

// Whether a heading inside a graph file may name what communities are compared with.
bool names_communities(const std::string& heading) {
  constexpr std::array<std::string_view, 16> kNames = {
      "class",           "classes", "community", "communities",  "cluster",
      "clusters",        "label",   "labels",    "club",         "group",
      "value",           "target",  "truth",     "ground_truth", "modularity_class",
      "modularity class"};
  return std::find(kNames.begin(), kNames.end(), lower_case(heading)) != kNames.end();
}

bool asked_for(const TableOptions& options, const std::string& name) {
  const bool kind =
      std::any_of(options.kinds.begin(), options.kinds.end(), [&](const auto& k) { return k.first == name; });
  return kind || std::find(options.columns.begin(), options.columns.end(), name) != options.columns.end();
}

// The row that a fault of the selection is about, in the file; a node without a row has no cell to blame.
std::size_t file_row(const CellFault& fault, const std::vector<std::size_t>& row_of) {
  return fault.row() < row_of.size() && row_of[fault.row()] != kNoRow ? row_of[fault.row()] : CellFault::kHeading;
}

}  // namespace

TableAttributes table_attributes(const TextTableFile& file, const TableJoin& join, const TableRequest& request,
                                 const RunContext& run) {
  const TextTable& whole = file.table();
  check_names(request.options, whole);
  const std::vector<std::size_t> row_of = join.id_column ? join.row_of : all_rows(whole.rows());
  TableAttributes out;
  out.account = file.account();
  append(out.account, join.account);
  std::vector<std::size_t> left_out = join.other_ids;
  if (join.id_column) left_out.push_back(*join.id_column);
  if (const auto labels = column_named(whole, request.label_column)) {
    left_out.push_back(*labels);
    out.labels = labels_of_column(whole, *labels, row_of);
    out.account.push_back(fmt::format("labels from {}", column_title(whole.columns[*labels], *labels)));
  }
  const Selection selection = selected(whole, row_of, left_out);
  try {
    take_attributes(selection, request.options, run, out);
  } catch (const CellFault& fault) {
    const std::size_t column = fault.column() < selection.column_of.size() ? selection.column_of[fault.column()] : 0;
    throw file.error_at(file_row(fault, row_of), column, fault.what());
  }
  if (join.id_column) out.encoding.id_column = whole.columns[*join.id_column].name;
  return out;
}

TableAttributes contained_attributes(const GraphContents& contents, const std::string& file,
                                     const TableRequest& request, const RunContext& run) {
  const TextTable& whole = contents.table;
  check_names(request.options, whole);
  TableAttributes out;
  const std::vector<std::size_t> row_of = all_rows(whole.rows());
  std::vector<std::size_t> left_out;
  if (const auto labels = column_named(whole, request.label_column)) {
    left_out.push_back(*labels);
    out.labels = labels_of_column(whole, *labels, row_of);
    out.account.push_back(fmt::format("labels from {}", column_title(whole.columns[*labels], *labels)));
  }
  for (std::size_t i = 0; i < whole.columns.size(); ++i) {
    const std::string& name = whole.columns[i].name;
    if (!names_communities(name) || name == request.label_column || asked_for(request.options, name)) continue;
    left_out.push_back(i);
    out.account.push_back(fmt::format("{} not used as an attribute: it may be what to compare with (--labels {})",
                                      column_title(whole.columns[i], i), name));
  }
  const Selection selection = selected(whole, row_of, left_out);
  if (selection.table.none()) return out;
  try {
    take_attributes(selection, request.options, run, out);
  } catch (const CellFault& fault) {
    if (fault.row() == CellFault::kHeading) {
      out.account.emplace_back(fault.what());
      return out;
    }
    const std::string node = contents.names.name(static_cast<NodeId>(fault.row()));
    throw ParseError({file}, fmt::format("node {}: {}", in_quotes(node), fault.what()));
  }
  return out;
}

namespace {

// The id column of new rows: asked for, the one that the known rows had, one named so, or one that is left over.
std::optional<std::size_t> new_id_column(const TextTableFile& file, const Encoding& encoding,
                                         const std::string& asked) {
  const TextTable& table = file.table();
  if (!asked.empty()) {
    if (const auto found = column_named(table, asked)) return found;
    throw file.error_at(CellFault::kHeading, 0, fmt::format("there is no column {} (--id-column)", in_quotes(asked)));
  }
  if (const auto found = column_named(table, encoding.id_column)) return found;
  std::size_t known = 0;
  std::vector<std::string> names;
  for (const ColumnEncoding& column : encoding.columns) {
    known = std::max(known, 1 + *std::max_element(column.positions.begin(), column.positions.end()));
    names.insert(names.end(), column.sources.begin(), column.sources.end());
  }
  if (!file.heading() || !encoding.heading)
    return table.columns.size() > known ? std::optional<std::size_t>(0) : std::nullopt;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& name = table.columns[i].name;
    if (names_nodes(name) && std::find(names.begin(), names.end(), name) == names.end()) return i;
  }
  return std::nullopt;
}

void check_ids(const TextTableFile& file, std::size_t column, const NodeNames& ids) {
  NameTable seen;
  for (NodeId row = 0; row < ids.size(); ++row) {
    const std::string_view id = ids.view(row);
    if (id.empty()) throw file.error_at(row, column, "there is no id in this row");
    if (const NodeId before = seen.find(id); before != NameTable::kAbsent) {
      throw file.error_at(row, column,
                          fmt::format("node {} already has a row, in line {}", in_quotes(id), file.line(before)));
    }
    seen.insert(id);
  }
}

}  // namespace

EncodedRows encoded_rows(const TextTableFile& file, const Encoding& encoding, const std::string& id_column,
                         const RunContext& run) {
  const TextTable& whole = file.table();
  EncodedRows out;
  out.account = file.account();
  const auto column = new_id_column(file, encoding, id_column);
  if (column) {
    for (std::size_t row = 0; row < whole.rows(); ++row) out.ids.append(whole.columns[*column].cells[row]);
    check_ids(file, *column, out.ids);
  }
  const Selection selection =
      selected(whole, all_rows(whole.rows()), column ? std::vector<std::size_t>{*column} : std::vector<std::size_t>());
  try {
    if (!file.heading() && encoding.heading)
      throw InvalidArgument("there is no heading, by which the columns are known");
    EncodedTable encoded = encode_table(selection.table, encoding, run);
    out.attributes = std::move(encoded.attributes);
    append(out.account, std::move(encoded.account));
  } catch (const CellFault& fault) {
    throw file.error_at(fault.row(), selection.column_of[fault.column()], fault.what());
  } catch (const InvalidArgument& fault) {
    throw file.error_at(CellFault::kHeading, 0, fault.what());
  }
  std::size_t used = 0;
  for (const ColumnEncoding& one : encoding.columns) used += one.positions.size();
  const std::size_t unused = selection.table.columns.size() - std::min(used, selection.table.columns.size());
  if (unused > 0)
    out.account.push_back(
        fmt::format("{} column{} that the model does not use ignored", unused, unused == 1 ? "" : "s"));
  return out;
}

}  // namespace cgsd
