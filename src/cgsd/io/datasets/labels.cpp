#include "cgsd/io/datasets/labels.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/formats/npz_dataset.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kNoLabel = "-1";

// Numbers `keys` in ascending order; `none` stays unlabelled.
template <class Key>
std::vector<std::int32_t> numbered(const std::vector<Key>& keys, const Key& none, std::vector<Key>& classes) {
  classes = keys;
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  std::erase(classes, none);
  std::vector<std::int32_t> class_of;
  class_of.reserve(keys.size());
  for (const Key& key : keys) {
    const auto found = std::lower_bound(classes.begin(), classes.end(), key);
    class_of.push_back(key == none ? kUnlabelled : static_cast<std::int32_t>(found - classes.begin()));
  }
  return class_of;
}

Labels labels_from_integers(const std::vector<std::int64_t>& classes) {
  const auto rows = static_cast<std::int64_t>(std::min<std::size_t>(classes.size(), kMaxNodes));
  const bool plausible =
      std::all_of(classes.begin(), classes.end(), [&](std::int64_t c) { return c >= kUnlabelled && c < rows; });
  if (plausible) return {std::vector<std::int32_t>(classes.begin(), classes.end()), {}};
  Labels labels;
  std::vector<std::int64_t> values;
  labels.class_of = numbered<std::int64_t>(classes, kUnlabelled, values);
  for (const std::int64_t value : values) labels.class_names.push_back(std::to_string(value));
  return labels;
}

// An empty text counts as −1.
std::optional<std::vector<std::int64_t>> as_integers(std::span<const std::string> texts) {
  std::vector<std::int64_t> integers;
  integers.reserve(texts.size());
  for (const std::string& text : texts) {
    const std::optional<std::int64_t> integer = text.empty() ? std::int64_t{kUnlabelled} : integer_cell(text);
    if (!integer) return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

bool names_classes(std::string_view heading) {
  constexpr std::array<std::string_view, 8> kLabelWords = {"label",   "labels",   "class",  "community",
                                                           "cluster", "category", "target", "y"};
  return std::find(kLabelWords.begin(), kLabelWords.end(), lower_case(heading)) != kLabelWords.end();
}

// Every row of the table, the first of which may turn out to be a heading.
struct LabelRows {
  std::size_t columns = 0;
  std::vector<std::string> ids;
  std::vector<std::string> texts;
  std::vector<std::uint64_t> lines;
};

LabelRows read_rows(const fs::path& file, const RunContext& run) {
  TableReader table(file, std::nullopt, run);
  LabelRows rows;
  bool own_table = false;  // node, community, confidence, …
  while (table.next()) {
    const std::size_t columns = table.cells().size();
    if (rows.columns == 0) own_table = columns > 2 && table.cell(0) == "node" && table.cell(1) == "community";
    if (columns > 2 && !own_table)
      throw table.error(
          fmt::format("{} columns, but labels have one (class) or two (node, class); to take one column of a "
                      "table, give the table as --attributes and the column's name as --labels",
                      columns));
    if (rows.columns == 0) rows.columns = columns;
    if (columns != rows.columns) {
      throw table.error(fmt::format("{} cells, but the first row has {}", columns, rows.columns));
    }
    if (columns >= 2) rows.ids.emplace_back(table.cell(0));
    rows.texts.emplace_back(table.cell(columns >= 2 ? 1 : 0));
    rows.lines.push_back(table.line_number());
  }
  rows.columns = std::min<std::size_t>(rows.columns, 2);
  if (rows.texts.empty()) throw ParseError({file.string()}, "the file is empty");
  return rows;
}

bool starts_with_heading(const LabelRows& rows) {
  if (rows.columns == 2 && names_nodes(rows.ids[0])) return true;
  if (names_classes(rows.texts[0])) return true;
  if (rows.texts.size() < 2 || rows.texts[0].empty() || integer_cell(rows.texts[0])) return false;
  return as_integers(std::span(rows.texts).subspan(1)).has_value();
}

LabelTable read_text(const fs::path& file, const RunContext& run) {
  LabelRows rows = read_rows(file, run);
  if (starts_with_heading(rows)) {
    rows.texts.erase(rows.texts.begin());
    rows.lines.erase(rows.lines.begin());
    if (!rows.ids.empty()) rows.ids.erase(rows.ids.begin());
    if (rows.texts.empty()) throw ParseError({file.string()}, "there is no row below the heading");
  }
  LabelTable table;
  table.ids = NodeNames(rows.ids);
  if (!table.ids.none()) check_unique_ids(table.ids, rows.lines, file.string());
  table.labels = labels_of_texts(std::move(rows.texts));
  return table;
}

LabelTable read_npy_labels(const fs::path& file, const RunContext& run) {
  const NpyArray array = read_npy(file, run);
  if (!array.type.is_text()) return {{}, labels_of(array)};
  if (array.shape.size() != 1) {
    throw array.error(fmt::format("must have one dimension, not the shape {}", shape_text(array.shape)));
  }
  return {{}, labels_of_texts(text_values(array))};
}

LabelTable read_npz_labels(const fs::path& file, const RunContext& run) {
  const NpzFile npz(file, run);
  std::optional<Labels> labels = npz_labels(npz);
  if (!labels) throw npz.error(fmt::format("there is no array 'node_labels'; there are: {}", npz.names()));
  LabelTable table{npz_node_names(npz), std::move(*labels)};
  if (!table.ids.none() && table.ids.size() != table.labels.class_of.size()) {
    throw npz.error(
        fmt::format("{} node names for {} labels", grouped(table.ids.size()), grouped(table.labels.class_of.size())));
  }
  return table;
}

}  // namespace

Labels labels_of_texts(std::vector<std::string> texts) {
  if (const auto integers = as_integers(texts)) return labels_from_integers(*integers);
  std::replace(texts.begin(), texts.end(), std::string(), std::string(kNoLabel));
  Labels labels;
  labels.class_of = numbered<std::string>(texts, std::string(kNoLabel), labels.class_names);
  return labels;
}

LabelTable read_labels(const fs::path& file, const RunContext& run) {
  const std::string head = peeked_bytes(file, kNpyMagic.size());
  LabelTable table;
  if (head.starts_with(kNpyMagic)) {
    table = read_npy_labels(file, run);
  } else if (starts_like_zip(head)) {
    table = read_npz_labels(file, run);
  } else {
    table = read_text(file, run);
  }
  if (table.labels.none()) throw ParseError({file.string()}, "there are no labels in the file");
  return table;
}

}  // namespace cgsd
