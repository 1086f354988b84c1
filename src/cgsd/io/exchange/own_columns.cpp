#include "cgsd/io/exchange/own_columns.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kClass = "cgsd.class";
constexpr std::string_view kClassNumber = "cgsd.class.number";
constexpr std::string_view kCommunity = "cgsd.community";
constexpr std::string_view kDense = "cgsd.attributes.dense";
constexpr std::string_view kSparse = "cgsd.attributes.sparse.";

// One cell per node, in the order of the nodes.
std::vector<std::string_view> cells_in_order(const NamedColumn& column, std::span<const NodeId> order) {
  std::vector<std::string_view> of_row;
  for (std::size_t i = 0; i < column.rows.size(); ++i) {
    of_row.resize(std::max<std::size_t>(of_row.size(), column.rows[i] + std::size_t{1}), column.missing);
    of_row[column.rows[i]] = column.cells[i];
  }
  std::vector<std::string_view> cells;
  cells.reserve(order.size());
  for (const NodeId row : order) {
    cells.push_back(row == NameTable::kAbsent ? std::string_view()
                    : row < of_row.size()     ? of_row[row]
                                              : std::string_view(column.missing));
  }
  return cells;
}

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

ParseError bad_cell(const std::string& file, std::string_view word) {
  return {{file}, fmt::format("{} among the attributes that cgsd wrote is not what it writes", in_quotes(word))};
}

Matrix<float> dense_attributes(const std::vector<std::string_view>& cells, const std::string& file) {
  std::vector<float> values;
  std::size_t cols = 0;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::size_t before = values.size();
    for (std::string_view text = cells[row]; !trimmed(text).empty();) {
      const std::string_view word = take_word(text);
      const auto value = float_cell(word);
      if (!value) throw bad_cell(file, word);
      values.push_back(*value);
    }
    if (row == 0) cols = values.size();
    if (values.size() - before != cols) throw bad_cell(file, cells[row]);
  }
  return {cells.size(), cols, std::move(values)};
}

SparseRows sparse_attributes(const std::vector<std::string_view>& cells, std::size_t cols, const std::string& file) {
  SparseRows rows;
  rows.cols = cols;
  for (std::string_view text : cells) {
    std::int64_t last = -1;
    while (!trimmed(text).empty()) {
      const std::string_view word = take_word(text);
      const std::size_t colon = std::min(word.find(':'), word.size());
      const auto column = integer_cell(word.substr(0, colon));
      const auto value = float_cell(word.substr(std::min(colon + 1, word.size())));
      if (!column || !value || *column <= last || static_cast<std::size_t>(*column) >= cols) throw bad_cell(file, word);
      last = *column;
      rows.columns.push_back(static_cast<std::uint32_t>(*column));
      rows.values.push_back(*value);
    }
    rows.offsets.push_back(rows.values.size());
  }
  return rows;
}

std::size_t sparse_columns(std::string_view id, const std::string& file) {
  const auto count = integer_cell(id.substr(kSparse.size()));
  if (!count || *count < 1 || *count > 0xffffffff) throw bad_cell(file, id);
  return static_cast<std::size_t>(*count);
}

Labels numbered_classes(const std::vector<std::string_view>& cells, const std::string& file) {
  Labels labels;
  for (const std::string_view cell : cells) {
    const auto number = cell.empty() ? std::optional<std::int64_t>(kUnlabelled) : integer_cell(cell);
    if (!number || *number < kUnlabelled || *number > static_cast<std::int64_t>(cells.size())) {
      throw ParseError({file}, fmt::format("class {} is not plausible for {} nodes", in_quotes(cell), cells.size()));
    }
    labels.class_of.push_back(static_cast<std::int32_t>(*number));
  }
  return labels;
}

Labels named_classes(const std::vector<std::string_view>& cells) {
  Labels labels;
  std::set<std::string> names(cells.begin(), cells.end());
  names.erase("");
  labels.class_names.assign(names.begin(), names.end());
  for (const std::string_view cell : cells) {
    const auto found = std::lower_bound(labels.class_names.begin(), labels.class_names.end(), cell);
    labels.class_of.push_back(cell.empty() ? kUnlabelled
                                           : static_cast<std::int32_t>(found - labels.class_names.begin()));
  }
  return labels;
}

bool take_own(const NamedColumn& column, std::span<const NodeId> order, const std::string& file,
              GraphContents& contents) {
  const std::string_view id = column.origin;
  if (id == kClass) {
    contents.labels = named_classes(cells_in_order(column, order));
  } else if (id == kClassNumber) {
    contents.labels = numbered_classes(cells_in_order(column, order), file);
  } else if (id == kDense) {
    contents.attributes = dense_attributes(cells_in_order(column, order), file);
  } else if (id.starts_with(kSparse)) {
    contents.attributes = sparse_attributes(cells_in_order(column, order), sparse_columns(id, file), file);
  } else if (id == kCommunity) {
    contents.account.emplace_back("communities that cgsd wrote are left out");
  } else {
    return false;
  }
  return true;
}

std::string attributes_text(const Attributes& attributes, NodeId node) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  if (!attributes.is_sparse()) {
    for (const float value : attributes.dense().row(node)) add(fmt::format("{}", value));
    return text;
  }
  const SparseRows& rows = attributes.sparse();
  for (std::uint64_t i = rows.offsets[node]; i < rows.offsets[node + std::size_t{1}]; ++i) {
    add(fmt::format("{}:{}", rows.columns[i], rows.values[i]));
  }
  return text;
}

}  // namespace

std::vector<OwnColumn> own_columns(const Dataset& dataset, const GraphAnnotations& annotations) {
  std::vector<OwnColumn> columns;
  const Labels& labels = dataset.labels;
  const Attributes& attributes = dataset.input.attributes;
  if (!labels.none()) {
    const bool number = labels.class_names.empty();
    columns.push_back({std::string(number ? kClassNumber : kClass), "class", number});
  }
  if (!annotations.community.empty()) columns.push_back({std::string(kCommunity), "community", true});
  if (!attributes.none()) {
    const std::string sparse = fmt::format("{}{}", kSparse, attributes.cols());
    columns.push_back({attributes.is_sparse() ? sparse : std::string(kDense), "attributes", false});
  }
  return columns;
}

std::string own_value(const OwnColumn& column, const Dataset& dataset, const GraphAnnotations& annotations,
                      NodeId node) {
  if (column.id == kCommunity) return std::to_string(annotations.community[node]);
  if (column.name == "attributes") return attributes_text(dataset.input.attributes, node);
  const std::int32_t label = dataset.labels.class_of[node];
  return label == kUnlabelled ? std::string() : class_name(dataset.labels, label);
}

void take_columns(const std::vector<NamedColumn>& columns, std::span<const NodeId> order, const std::string& file,
                  GraphContents& contents) {
  for (const NamedColumn& column : columns) {
    if (take_own(column, order, file, contents)) continue;
    if (column.rows.empty() && column.missing.empty()) continue;
    TextColumn made{column.name, {}};
    for (const std::string_view cell : cells_in_order(column, order)) made.cells.append(cell);
    contents.table.columns.push_back(std::move(made));
  }
}

}  // namespace cgsd
