#include "cgsd/io/formats/geom_gcn.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/arrays/edge_array.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr const char* kEdgesName = "out1_graph_edges.txt";
constexpr const char* kNodesName = "out1_node_feature_label.txt";

fs::path directory_named_by(const fs::path& path) {
  const bool one_of_its_files = path.filename() == kEdgesName || path.filename() == kNodesName;
  return one_of_its_files ? path.parent_path() : path;
}

// Calls visit(part, offset of the part) for each part of a comma-separated cell.
template <class Visit>
void for_each_part(std::string_view cell, Visit&& visit) {
  if (cell.empty()) return;
  for (std::size_t begin = 0; begin <= cell.size();) {
    const std::size_t end = std::min(cell.find(',', begin), cell.size());
    visit(trimmed(cell.substr(begin, end - begin)), begin);
    begin = end + 1;
  }
}

void check_cells(const TableReader& table, std::size_t expected) {
  if (table.cells().size() == expected) return;
  throw table.error(fmt::format("there are {} columns instead of {}", table.cells().size(), expected));
}

// Moves to the first row that is not a heading.
bool skip_heading(TableReader& table) {
  return table.next() && (integer_cell(table.cell(0)).has_value() || table.next());
}

enum class AttributeStyle { vectors, index_lists };

AttributeStyle style_of(const fs::path& file, const RunContext& run) {
  TableReader table(file, Separator::tab, run);
  bool more = table.next();
  if (more && table.cells().size() > 1 && table.cell(1).find("feature_amount") != std::string_view::npos) {
    return AttributeStyle::index_lists;
  }
  if (more && !integer_cell(table.cell(0))) more = table.next();
  for (; more; more = table.next()) {
    std::size_t values = 0;
    bool only_zeros_and_ones = true;
    for_each_part(table.cells().size() > 1 ? table.cell(1) : std::string_view(),
                  [&](std::string_view part, std::size_t) {
                    ++values;
                    only_zeros_and_ones = only_zeros_and_ones && (part == "0" || part == "1");
                  });
    if (!only_zeros_and_ones) return AttributeStyle::index_lists;
    if (values > 2) return AttributeStyle::vectors;
  }
  return AttributeStyle::vectors;
}

class NodeTable {
 public:
  NodeTable(const fs::path& file, const RunContext& run)
      : table_(file, Separator::tab, run), file_(file.string()), style_(style_of(file, run)) {}

  void read(GraphContents& contents) {
    for (bool more = skip_heading(table_); more; more = table_.next()) {
      check_cells(table_, 3);
      read_id();
      style_ == AttributeStyle::vectors ? read_vector() : read_indices();
      offsets_.push_back(columns_.size());
      read_class();
    }
    if (ids_.empty()) throw ParseError({file_}, "there is no node in the file");
    check_ids();
    check_columns(cols_, columns_.size(), {file_});
    contents.list.nodes = static_cast<NodeId>(ids_.size());
    contents.attributes = rows_in_node_order();
    contents.labels.class_of.resize(ids_.size());
    for (std::size_t i = 0; i < ids_.size(); ++i) contents.labels.class_of[ids_[i]] = classes_[i];
  }

 private:
  void read_id() {
    const std::optional<std::int64_t> id = integer_cell(table_.cell(0));
    if (!id || *id < 0 || *id >= kMaxNodes) {
      throw table_.error_at(0, fmt::format("{} is not a node id", in_quotes(table_.cell(0))));
    }
    ids_.push_back(static_cast<NodeId>(*id));
    lines_.push_back(table_.line_number());
  }

  void read_class() {
    const std::optional<std::int64_t> label = integer_cell(table_.cell(2));
    if (!label || *label < kUnlabelled || *label >= kMaxNodes) {
      throw table_.error_at(2, fmt::format("{} is not a class number", in_quotes(table_.cell(2))));
    }
    classes_.push_back(static_cast<std::int32_t>(*label));
  }

  void read_vector() {
    std::uint64_t length = 0;
    for_each_part(table_.cell(1), [&](std::string_view part, std::size_t offset) {
      if (part != "0" && part != "1") {
        throw table_.error_at(1, fmt::format("{} is not 0 or 1, as the other attributes are", in_quotes(part)), offset);
      }
      if (part == "1") columns_.push_back(static_cast<std::uint32_t>(length));
      ++length;
    });
    if (ids_.size() > 1 && length != cols_) {
      throw table_.error_at(1, fmt::format("{} attributes, but the rows before have {}", length, cols_));
    }
    cols_ = length;
  }

  void read_indices() {
    std::vector<std::uint32_t> found;
    for_each_part(table_.cell(1), [&](std::string_view part, std::size_t offset) {
      const std::optional<std::int64_t> index = integer_cell(part);
      if (!index || *index < 0 || *index >= static_cast<std::int64_t>(kMaxColumns)) {
        throw table_.error_at(1, fmt::format("{} is not the number of an attribute", in_quotes(part)), offset);
      }
      found.push_back(static_cast<std::uint32_t>(*index));
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    columns_.insert(columns_.end(), found.begin(), found.end());
    if (!found.empty()) cols_ = std::max(cols_, std::uint64_t{found.back()} + 1);
  }

  // n different ids below n are all of 0 … n−1.
  void check_ids() const {
    const std::size_t nodes = ids_.size();
    std::vector<std::uint64_t> line_of(nodes, 0);
    for (std::size_t i = 0; i < nodes; ++i) {
      const FilePosition where{file_, lines_[i], 1};
      if (ids_[i] >= nodes) {
        throw ParseError(
            where, fmt::format("node id {} in a table of {} nodes: ids must be 0 … {}, so a node is missing", ids_[i],
                               nodes, nodes - 1));
      }
      if (line_of[ids_[i]] != 0) {
        throw ParseError(where, fmt::format("node {} already has a row, in line {}", ids_[i], line_of[ids_[i]]));
      }
      if (classes_[i] > static_cast<std::int64_t>(nodes)) {
        throw ParseError({file_, lines_[i]}, fmt::format("class {} is not plausible for {} nodes", classes_[i], nodes));
      }
      line_of[ids_[i]] = lines_[i];
    }
  }

  SparseRows rows_in_node_order() const {
    std::vector<std::size_t> row_of(ids_.size());
    for (std::size_t i = 0; i < ids_.size(); ++i) row_of[ids_[i]] = i;
    SparseRows rows;
    rows.cols = cols_;
    rows.columns.reserve(columns_.size());
    for (const std::size_t row : row_of) {
      rows.columns.insert(rows.columns.end(), columns_.begin() + static_cast<std::ptrdiff_t>(offsets_[row]),
                          columns_.begin() + static_cast<std::ptrdiff_t>(offsets_[row + 1]));
      rows.offsets.push_back(rows.columns.size());
    }
    rows.values.assign(rows.columns.size(), 1.0f);
    return rows;
  }

  TableReader table_;
  std::string file_;
  AttributeStyle style_;
  std::uint64_t cols_ = 0;
  std::vector<NodeId> ids_;  // one per row of the file, like lines_, classes_ and offsets_
  std::vector<std::uint64_t> lines_;
  std::vector<std::int32_t> classes_;
  std::vector<std::uint64_t> offsets_ = {0};
  std::vector<std::uint32_t> columns_;
};

void read_edges(const fs::path& file, std::optional<std::uint64_t> nodes, EntryList& list, const RunContext& run) {
  TableReader table(file, Separator::tab, run);
  std::uint64_t largest = 0;
  for (bool more = skip_heading(table); more; more = table.next()) {
    check_cells(table, 2);
    NodeId ends[2] = {0, 0};
    for (const std::size_t i : {0u, 1u}) {
      const std::optional<std::int64_t> id = integer_cell(table.cell(i));
      if (!id || *id < 0 || *id >= kMaxNodes) {
        throw table.error_at(i, fmt::format("{} is not a node id", in_quotes(table.cell(i))));
      }
      if (nodes && static_cast<std::uint64_t>(*id) >= *nodes) {
        throw table.error_at(i, fmt::format("node id {} ≥ node count {}", *id, *nodes));
      }
      ends[i] = static_cast<NodeId>(*id);
      largest = std::max(largest, static_cast<std::uint64_t>(*id));
    }
    list.entries.push_back({ends[0], ends[1]});
  }
  const std::uint64_t found = list.entries.empty() ? 0 : largest + 1;
  if (!nodes) check_node_count(found, list.entries.size(), {file.string()});
  list.nodes = static_cast<NodeId>(nodes.value_or(found));
}

}  // namespace

bool is_geom_gcn(const fs::path& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return fs::exists(path / kEdgesName, unknown);
  return path.filename() == kEdgesName || path.filename() == kNodesName;
}

std::vector<fs::path> geom_gcn_files(const fs::path& path) {
  std::vector<fs::path> files;
  for (const char* name : {kEdgesName, kNodesName}) {
    if (const fs::path file = directory_named_by(path) / name; fs::exists(file)) files.push_back(file);
  }
  return files;
}

GraphContents read_geom_gcn(const fs::path& path, const GraphReadOptions& options, const RunContext& run) {
  const fs::path directory = directory_named_by(path);
  GraphContents contents;
  std::optional<std::uint64_t> nodes = expected_nodes(options);
  std::error_code unknown;
  if (fs::exists(directory / kNodesName, unknown)) {
    NodeTable(directory / kNodesName, run).read(contents);
    if (nodes && *nodes != contents.list.nodes) {
      throw ParseError({(directory / kNodesName).string()},
                       fmt::format("{} rows for {} nodes", grouped(contents.list.nodes), grouped(*nodes)));
    }
    nodes = contents.list.nodes;
  }
  read_edges(directory / kEdgesName, nodes, contents.list, run);
  return contents;
}

}  // namespace cgsd
