#include "cgsd/io/formats/planetoid.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/edge_array.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/arrays/pickle_arrays.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "ind.";
constexpr std::array<std::string_view, 8> kEndings = {".x",    ".y",    ".tx",    ".ty",
                                                      ".allx", ".ally", ".graph", ".test.index"};

// "ind.cora.graph" → "cora"; "" for other names.
std::string dataset_name(const fs::path& path) {
  const std::string name = path.filename().string();
  for (const std::string_view ending : kEndings) {
    if (name.starts_with(kPrefix) && name.ends_with(ending) && name.size() > kPrefix.size() + ending.size()) {
      return name.substr(kPrefix.size(), name.size() - kPrefix.size() - ending.size());
    }
  }
  return {};
}

std::vector<std::string> datasets_in(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".graph") names.push_back(dataset_name(entry->path()));
  }
  if (error) throw IoError::from_errno(directory.string(), error.value());
  std::erase(names, "");
  std::sort(names.begin(), names.end());
  return names;
}

// "DIRECTORY/ind.NAME": what the names of all files start with.
std::string stem_of(const fs::path& path) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) {
    const std::string name = dataset_name(path);
    if (name.empty()) throw InvalidArgument(fmt::format("{}: is not named like a Planetoid file", path.string()));
    return (path.parent_path() / ("ind." + name)).string();
  }
  const std::vector<std::string> names = datasets_in(path);
  if (names.empty()) throw InvalidArgument(fmt::format("{}: holds no Planetoid files (ind.*.graph)", path.string()));
  if (names.size() > 1) {
    throw InvalidArgument(fmt::format("{}: holds several datasets; name one of its files, e.g. {}", path.string(),
                                      (path / ("ind." + names[0] + ".graph")).string()));
  }
  return (path / ("ind." + names[0])).string();
}

// The classes of one-hot rows; a row without a one has no class.
struct OneHot {
  std::vector<std::int32_t> classes;
  std::uint64_t cols = 0;
};

OneHot read_one_hot(const std::string& file, const RunContext& run) {
  const Pickle pickle = read_pickle(file, run);
  const NpyArray array = pickled_array(pickle, pickle.root);
  if (array.shape.size() != 2) throw array.error("the classes must be a matrix of zeros and ones");
  const std::vector<double> values = double_values(array);
  OneHot one_hot{std::vector<std::int32_t>(values.empty() ? 0 : array.shape[0], kUnlabelled), array.shape[1]};
  if (one_hot.cols > kMaxNodes) throw array.error("there are too many classes");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0.0) continue;
    std::int32_t& of_row = one_hot.classes[i / one_hot.cols];
    if (values[i] != 1.0 || of_row != kUnlabelled) {
      throw array.error(fmt::format("{}: a row of classes must hold one 1 and zeros", place_of(array, i)));
    }
    of_row = static_cast<std::int32_t>(i % one_hot.cols);
  }
  return one_hot;
}

SparseRows read_rows(const std::string& file, const RunContext& run) {
  const Pickle pickle = read_pickle(file, run);
  return pickled_rows(pickle, pickle.root);
}

// test.index: node numbers from `first` on, each at most once.
std::vector<NodeId> read_test_index(const std::string& file, std::uint64_t first, const RunContext& run) {
  TableReader table(file, Separator::blanks, run);
  std::vector<NodeId> nodes;
  while (table.next()) {
    const std::optional<std::int64_t> id = integer_cell(table.cell(0));
    if (!id || table.cells().size() != 1 || *id < 0 || *id >= kMaxNodes) {
      throw table.error_at(0, fmt::format("{} is not a node number", in_quotes(table.cell(0))));
    }
    if (static_cast<std::uint64_t>(*id) < first) {
      throw table.error_at(0, fmt::format("node {} already has its row in allx, which holds {}", *id, grouped(first)));
    }
    nodes.push_back(static_cast<NodeId>(*id));
  }
  std::vector<NodeId> sorted = nodes;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw ParseError({file}, fmt::format("node {} is listed twice", *twice));
  return nodes;
}

struct Parts {
  SparseRows known;     // allx
  OneHot known_labels;  // ally
  SparseRows test;      // tx
  OneHot test_labels;   // ty
  std::vector<NodeId> test_nodes;

  NodeId nodes() const {
    const auto above = [](NodeId most, NodeId id) { return std::max(most, id + 1); };
    return std::accumulate(test_nodes.begin(), test_nodes.end(), static_cast<NodeId>(known.rows()), above);
  }
};

void check_agreement(const ArrayOrigin& who, std::uint64_t found, std::uint64_t expected) {
  if (found == expected) return;
  throw who.error(fmt::format("{}, but the other files have {}", grouped(found), grouped(expected)));
}

Parts read_parts(const std::string& stem, const RunContext& run) {
  Parts parts{read_rows(stem + ".allx", run),
              read_one_hot(stem + ".ally", run),
              read_rows(stem + ".tx", run),
              read_one_hot(stem + ".ty", run),
              {}};
  if (parts.known.rows() > kMaxNodes) throw ParseError({stem + ".allx"}, "there are too many rows");
  parts.test_nodes = read_test_index(stem + ".test.index", parts.known.rows(), run);
  check_agreement({stem + ".ally", "rows"}, parts.known_labels.classes.size(), parts.known.rows());
  check_agreement({stem + ".tx", "columns"}, parts.test.cols, parts.known.cols);
  check_agreement({stem + ".ty", "columns"}, parts.test_labels.cols, parts.known_labels.cols);
  check_agreement({stem + ".tx", "rows"}, parts.test.rows(), parts.test_nodes.size());
  check_agreement({stem + ".ty", "rows"}, parts.test_labels.classes.size(), parts.test_nodes.size());
  check_node_count(parts.nodes(), parts.known.rows() + parts.test_nodes.size(), {stem + ".test.index"});
  return parts;
}

// Row v of all nodes: allx, then the row of tx that test.index assigns to v, or nothing.
SparseRows joined_rows(const Parts& parts, NodeId nodes) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> test_row(nodes, kNone);
  for (std::size_t i = 0; i < parts.test_nodes.size(); ++i) test_row[parts.test_nodes[i]] = i;
  SparseRows rows = parts.known;
  for (std::size_t v = parts.known.rows(); v < nodes; ++v) {
    if (test_row[v] != kNone) {
      const auto begin = static_cast<std::ptrdiff_t>(parts.test.offsets[test_row[v]]);
      const auto end = static_cast<std::ptrdiff_t>(parts.test.offsets[test_row[v] + 1]);
      rows.columns.insert(rows.columns.end(), parts.test.columns.begin() + begin, parts.test.columns.begin() + end);
      rows.values.insert(rows.values.end(), parts.test.values.begin() + begin, parts.test.values.begin() + end);
    }
    rows.offsets.push_back(rows.columns.size());
  }
  return rows;
}

Labels joined_labels(const Parts& parts, NodeId nodes) {
  Labels labels{parts.known_labels.classes, {}};
  labels.class_of.resize(nodes, kUnlabelled);
  for (std::size_t i = 0; i < parts.test_nodes.size(); ++i) {
    labels.class_of[parts.test_nodes[i]] = parts.test_labels.classes[i];
  }
  return labels;
}

NodeId node_of(const Pickle& pickle, PickleIndex index, NodeId nodes) {
  const PickleValue& value = pickle.at(index);
  if (value.kind != PickleKind::integer) throw pickle.error("the graph must hold node numbers only");
  if (value.integer < 0 || value.integer >= std::int64_t{nodes}) {
    throw pickle.error(fmt::format("node {} is not in [0, {})", value.integer, nodes));
  }
  return static_cast<NodeId>(value.integer);
}

std::vector<Entry> read_entries(const std::string& file, NodeId nodes, const RunContext& run) {
  const Pickle pickle = read_pickle(file, run);
  const PickleValue& graph = pickle.at(pickle.root);
  if (graph.kind != PickleKind::dictionary) throw pickle.error("the graph must be a dictionary of lists");
  std::vector<char> node_seen(nodes, 0);
  std::vector<char> list_seen(pickle.values.size(), 0);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i + 1 < graph.items.size(); i += 2) {
    const NodeId source = node_of(pickle, graph.items[i], nodes);
    if (std::exchange(node_seen[source], 1) != 0) throw pickle.error(fmt::format("node {} occurs twice", source));
    const PickleValue& neighbours = pickle.at(graph.items[i + 1]);
    // One list shared by many nodes would make more entries than the file has bytes.
    if (neighbours.kind != PickleKind::list || std::exchange(list_seen[graph.items[i + 1]], 1) != 0) {
      throw pickle.error(fmt::format("node {} has no list of neighbours of its own", source));
    }
    for (const PickleIndex item : neighbours.items) entries.push_back({source, node_of(pickle, item, nodes)});
  }
  return entries;
}

}  // namespace

bool is_planetoid(const fs::path& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return !datasets_in(path).empty();
  return !dataset_name(path).empty();
}

std::vector<fs::path> planetoid_files(const fs::path& path) {
  std::vector<fs::path> files;
  for (const char* part : {".allx", ".ally", ".tx", ".ty", ".graph", ".test.index"})
    files.emplace_back(stem_of(path) + part);
  return files;
}

GraphContents read_planetoid(const fs::path& path, const GraphReadOptions& options, const RunContext& run) {
  const std::string stem = stem_of(path);
  const Parts parts = read_parts(stem, run);
  GraphContents contents;
  contents.list.nodes = parts.nodes();
  const std::optional<std::uint64_t> expected = expected_nodes(options);
  if (expected && *expected != contents.list.nodes) {
    throw ParseError({stem + ".graph"}, fmt::format("the graph has {} nodes instead of {}",
                                                    grouped(contents.list.nodes), grouped(*expected)));
  }
  contents.attributes = joined_rows(parts, contents.list.nodes);
  contents.labels = joined_labels(parts, contents.list.nodes);
  contents.list.entries = read_entries(stem + ".graph", contents.list.nodes, run);
  return contents;
}

}  // namespace cgsd
