#include "cgsd/io/formats/csr_directory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/text/json_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they are in memory");

constexpr const char* kIndex = "graph.json";
constexpr std::string_view kCsrFormat = "cgsd csr";
constexpr int kCsrVersion = 1;
constexpr std::array kCsrFiles = {"attribute_columns.u32",
                                  "attribute_offsets.u64",
                                  "attribute_values.f32",
                                  "attributes.f32",
                                  kIndex,
                                  "labels.i32",
                                  "name_offsets.u64",
                                  "names.txt",
                                  "offsets.u64",
                                  "targets.u32",
                                  "weights.f64"};

using Json = nlohmann::json;

Json read_index(const fs::path& directory, const RunContext& run) {
  const fs::path file = directory / kIndex;
  Json index = read_json(file, run);
  if (!index.is_object() || !index.contains("format") || index["format"] != kCsrFormat)
    throw ParseError({file.string()}, "this is no graph that cgsd convert wrote");
  if (!index.contains("version") || index["version"] != kCsrVersion)
    throw ParseError({file.string()},
                     "this version of the format is not known here; write the directory again with "
                     "this version of cgsd");
  return index;
}

ParseError not_as_written(const fs::path& directory) {
  return {{(directory / kIndex).string()}, "a member is missing, or not of the type that cgsd convert writes"};
}

CsrSize size_of(const Json& index, const fs::path& directory) {
  try {
    const CsrSize size{index.at("nodes").get<std::uint64_t>(), index.at("entries").get<std::uint64_t>(),
                       index.at("weighted").get<bool>()};
    if (size.nodes > kMaxNodes) throw ParseError({directory.string()}, "more nodes than cgsd can number");
    return size;
  } catch (const Json::exception&) {
    throw not_as_written(directory);
  }
}

std::uint64_t size_in_bytes(const fs::path& file) {
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(file, missing);
  if (missing) throw ParseError({file.string()}, "cannot be read, and graph.json says that it is there");
  return bytes;
}

// Numbers [first, last) of an array whose length is known. The length is a claim, so it is not multiplied.
template <class T>
std::vector<T> read_part(const fs::path& file, std::uint64_t first, std::uint64_t last, std::uint64_t length) {
  const std::uint64_t bytes = size_in_bytes(file);
  if (bytes / sizeof(T) != length || bytes % sizeof(T) != 0)
    throw ParseError({file.string()},
                     fmt::format("{} bytes in place of {} × {}: the file is not whole, or of another graph", bytes,
                                 length, sizeof(T)));
  if (first > last || last > length) throw ParseError({file.string()}, "rows lie outside of the array");
  std::ifstream in(file, std::ios::binary);
  std::vector<T> numbers = large_vector<T>(last - first);
  in.seekg(static_cast<std::streamoff>(first * sizeof(T)));
  in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(T)));
  if (!in) throw ParseError({file.string()}, "cannot be read");
  return numbers;
}

// Offsets of the rows [first, last), which must ascend and stay below `most`.
std::vector<std::uint64_t> read_offsets(const fs::path& file, std::uint64_t first, std::uint64_t last,
                                        std::pair<std::uint64_t, std::uint64_t> rows_and_most) {
  const auto [rows, most] = rows_and_most;
  std::vector<std::uint64_t> offsets = read_part<std::uint64_t>(file, first, last + 1, rows + 1);
  const bool begins = first > 0 || offsets.front() == 0;
  const bool ends = last < rows || offsets.back() == most;
  if (!std::ranges::is_sorted(offsets) || offsets.back() > most || !begins || !ends)
    throw ParseError({file.string()}, "offsets do not ascend from 0 to the number of entries");
  return offsets;
}

template <class T>
std::vector<T> from_zero(std::vector<T> offsets) {
  const T first = offsets.front();
  for (T& offset : offsets) offset -= first;
  return offsets;
}

void check_below(std::span<const std::uint32_t> numbers, std::uint64_t limit, const fs::path& file) {
  if (std::ranges::any_of(numbers, [&](std::uint32_t x) { return x >= limit; }))
    throw ParseError({file.string()}, fmt::format("holds a number that is not below {}", limit));
}

// Within each row the numbers must ascend: none occurs twice, and those who look one up may halve.
void check_rows_ascend(std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> numbers,
                       const fs::path& file) {
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const auto of_row = numbers.subspan(offsets[row], offsets[row + 1] - offsets[row]);
    if (std::ranges::adjacent_find(of_row, std::ranges::greater_equal()) != of_row.end())
      throw ParseError({file.string()}, fmt::format("row {}: numbers do not ascend", row));
  }
}

template <class T>
void check_finite(std::span<const T> numbers, const fs::path& file) {
  if (!std::ranges::all_of(numbers, [](T x) { return std::isfinite(x); }))
    throw ParseError({file.string()}, "holds a number that is not finite");
}

SparseRows read_sparse(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  const auto nodes = index.at("nodes").get<std::uint64_t>();
  const auto stored = index.at("attributes").at("stored").get<std::uint64_t>();
  SparseRows rows;
  rows.cols = index.at("attributes").at("columns").get<std::uint64_t>();
  check_columns(rows.cols, stored, {(directory / kIndex).string()});
  const auto offsets = read_offsets(directory / "attribute_offsets.u64", first, last, {nodes, stored});
  const fs::path column_file = directory / "attribute_columns.u32";
  const fs::path value_file = directory / "attribute_values.f32";
  rows.columns = read_part<std::uint32_t>(column_file, offsets.front(), offsets.back(), stored);
  rows.values = read_part<float>(value_file, offsets.front(), offsets.back(), stored);
  rows.offsets = from_zero(offsets);
  check_below(rows.columns, rows.cols, column_file);
  check_rows_ascend(rows.offsets, rows.columns, column_file);
  check_finite<float>(rows.values, value_file);
  return rows;
}

Attributes read_attributes(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  const auto nodes = index.at("nodes").get<std::uint64_t>();
  const auto columns = index.at("attributes").at("columns").get<std::uint64_t>();
  if (columns == 0) return {};
  if (columns > kMaxColumns)
    throw ParseError({(directory / kIndex).string()}, fmt::format("{} columns are too many", columns));
  if (index.at("attributes").at("sparse").get<bool>()) return read_sparse(directory, index, first, last);
  const fs::path file = directory / "attributes.f32";
  auto values = read_part<float>(file, first * columns, last * columns, nodes * columns);
  check_finite<float>(values, file);
  return Matrix<float>(last - first, columns, std::move(values));
}

Labels read_classes(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  Labels labels;
  if (!index.at("labels").get<bool>()) return labels;
  const auto nodes = index.at("nodes").get<std::uint64_t>();
  const fs::path file = directory / "labels.i32";
  labels.class_of = read_part<std::int32_t>(file, first, last, nodes);
  labels.class_names = index.at("class_names").get<std::vector<std::string>>();
  const auto limit = static_cast<std::int64_t>(labels.class_names.empty() ? nodes + 1 : labels.class_names.size());
  for (const std::int32_t c : labels.class_of) {
    if (c < kUnlabelled || c >= limit)
      throw ParseError(
          {file.string()},
          fmt::format("class {} is not plausible; classes count from 0 and are below {}, −1 is none", c, limit));
  }
  return labels;
}

std::vector<std::string> read_attribute_names(const fs::path& directory, const Json& index, std::uint64_t columns) {
  auto names = index.at("attribute_names").get<std::vector<std::string>>();
  if (!names.empty() && names.size() != columns)
    throw ParseError({(directory / kIndex).string()},
                     fmt::format("{} names for {} columns of attributes", names.size(), columns));
  return names;
}

NodeNames read_names(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  NodeNames names;
  if (!index.at("names").get<bool>()) return names;
  const fs::path file = directory / "names.txt";
  const std::uint64_t bytes = size_in_bytes(file);
  const std::uint64_t nodes = index.at("nodes").get<std::uint64_t>();
  const auto offsets = read_offsets(directory / "name_offsets.u64", first, last, {nodes, bytes});
  const std::vector<char> text = read_part<char>(file, offsets.front(), offsets.back(), bytes);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    names.append({text.data() + (offsets[i] - offsets[0]), offsets[i + 1] - offsets[i]});
  return names;
}

// Writes the arrays, which wait for each other, and keeps their checksums.
class CsrWriter {
 public:
  explicit CsrWriter(fs::path directory) : directory_(std::move(directory)) { make_output_directory(directory_); }

  template <class T>
  void write(const char* name, std::span<const T> numbers) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    Sha256 hash;
    hash.update(bytes);
    checksums_[name] = hash.hex();
    write_file(directory_ / name, bytes);
  }
  // All appear, the index last. Until then the directory is the former graph; while it changes, it is none.
  void commit(Json& index) {
    index["sha256"] = checksums_;
    write_file(directory_ / kIndex, index.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    const FileDescriptor lock = locked_directory(directory_);
    remove_output(directory_ / kIndex);
    for (const char* name : kCsrFiles)
      if (!checksums_.contains(name)) remove_output(directory_ / name);  // of the former graph
    together_.commit();
  }

 private:
  fs::path directory_;
  FilesTogether together_;
  Json checksums_ = Json::object();
};

Json write_attributes(CsrWriter& out, AttributesView given) {
  if (given.none()) return {{"columns", 0}, {"sparse", false}};
  Attributes room;
  const AttributesView attributes = in_smaller_form(given, room);
  if (!attributes.is_sparse()) {
    out.write("attributes.f32", attributes.values());
    return {{"columns", attributes.cols()}, {"sparse", false}};
  }
  const SparseView rows = attributes.sparse();
  out.write("attribute_offsets.u64", rows.offsets);
  out.write("attribute_columns.u32", rows.columns);
  out.write("attribute_values.f32", rows.values);
  return {{"columns", rows.cols}, {"sparse", true}, {"stored", rows.values.size()}};
}

void write_names(CsrWriter& out, const NodeNames& names) {
  std::string text;
  std::vector<std::uint64_t> offsets = {0};
  for (NodeId v = 0; v < names.size(); ++v) {
    text += names.view(v);
    offsets.push_back(text.size());
  }
  out.write("names.txt", std::span<const char>(text));
  out.write("name_offsets.u64", std::span<const std::uint64_t>(offsets));
}

void check_checksums(const fs::path& directory, const Json& index, const RunContext& run) {
  for (const auto& [name, sum] : index.at("sha256").get<std::map<std::string, std::string>>()) {
    if (sha256_of_file(directory / fs::path(name).filename(), run) != sum)
      throw ParseError({(directory / name).string()}, "is not the file that graph.json tells of (SHA-256 differs)");
  }
}

}  // namespace

bool is_csr_directory(const fs::path& directory) {
  return fs::is_regular_file(directory / kIndex) && fs::is_regular_file(directory / "offsets.u64");
}

CsrSize csr_size(const fs::path& directory, const RunContext& run) {
  return size_of(read_index(directory, run), directory);
}

std::vector<fs::path> csr_files(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const char* name : kCsrFiles)
    if (fs::is_regular_file(directory / name)) files.push_back(directory / name);
  return files;
}

CsrRows read_csr_rows(const fs::path& directory, std::uint64_t first, std::uint64_t last, const RunContext& run) {
  const Json index = read_index(directory, run);
  const CsrSize size = size_of(index, directory);
  if (first > last || last > size.nodes)
    throw InvalidArgument(fmt::format("rows {} to {} of {}", first, last, size.nodes));
  try {
    CsrRows rows;
    const auto offsets = read_offsets(directory / "offsets.u64", first, last, {size.nodes, size.entries});
    rows.targets = read_part<NodeId>(directory / "targets.u32", offsets.front(), offsets.back(), size.entries);
    check_below(rows.targets, size.nodes, directory / "targets.u32");
    if (size.weighted)
      rows.weights = read_part<double>(directory / "weights.f64", offsets.front(), offsets.back(), size.entries);
    check_finite<double>(rows.weights, directory / "weights.f64");
    rows.offsets = from_zero(offsets);
    check_rows_ascend(rows.offsets, rows.targets, directory / "targets.u32");
    rows.attributes = read_attributes(directory, index, first, last);
    rows.names = read_names(directory, index, first, last);
    rows.labels = read_classes(directory, index, first, last);
    rows.attribute_names = read_attribute_names(directory, index, rows.attributes.cols());
    return rows;
  } catch (const Json::exception&) {
    throw not_as_written(directory);
  }
}

GraphContents read_csr_directory(const fs::path& directory, const GraphReadOptions&, const RunContext& run) {
  const Json index = read_index(directory, run);
  const CsrSize size = size_of(index, directory);
  CsrRows rows = read_csr_rows(directory, 0, size.nodes, run);
  try {
    check_checksums(directory, index, run);
  } catch (const Json::exception&) {
    throw not_as_written(directory);
  }
  GraphContents contents;
  contents.list.nodes = static_cast<NodeId>(size.nodes);
  for (NodeId u = 0; u < contents.list.nodes; ++u) {
    for (EntryIndex i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) {
      if (rows.targets[i] < u) continue;  // the other end has it
      contents.list.entries.push_back({u, rows.targets[i]});
      if (size.weighted) contents.list.weights.push_back(rows.weights[i]);
    }
  }
  contents.names = std::move(rows.names);
  contents.attributes = std::move(rows.attributes);
  contents.attribute_names = std::move(rows.attribute_names);
  contents.labels = std::move(rows.labels);
  contents.directed = false;
  return contents;
}

void write_csr_directory(const fs::path& directory, const Dataset& data, const RunContext& run) {
  const Graph& graph = data.input.graph;
  if (graph.directed()) throw InvalidArgument(".csr: holds undirected graphs only; leave --directed out");
  run.check_stop();
  CsrWriter out(directory);
  out.write("offsets.u64", graph.offsets());
  out.write("targets.u32", graph.targets());
  if (graph.weighted()) out.write("weights.f64", graph.weights());
  Json index = {{"format", kCsrFormat},
                {"version", kCsrVersion},
                {"nodes", graph.nodes()},
                {"entries", graph.entries()},
                {"weighted", graph.weighted()},
                {"attributes", write_attributes(out, data.input.attributes)},
                {"attribute_names", data.attribute_names},
                {"names", !data.names.none()},
                {"labels", !data.labels.none()},
                {"class_names", data.labels.class_names}};
  if (!data.names.none()) write_names(out, data.names);
  if (!data.labels.none()) out.write("labels.i32", std::span<const std::int32_t>(data.labels.class_of));
  out.commit(index);
}

}  // namespace cgsd
