#include "cgsd/io/formats/csr_directory.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
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

using Json = nlohmann::json;

Json read_index(const fs::path& directory, const RunContext& run) {
  const fs::path file = directory / kIndex;
  Json index = read_json(file, run);
  if (!index.is_object() || index.value("format", "") != kCsrFormat)
    throw ParseError({file.string()}, "this is no graph that cgsd convert wrote");
  if (index.value("version", 0) != kCsrVersion)
    throw ParseError({file.string()}, fmt::format("version {} is not known here; write the directory again with this "
                                                  "version of cgsd",
                                                  index.value("version", 0)));
  return index;
}

CsrSize size_of(const Json& index, const fs::path& directory) {
  try {
    const CsrSize size{index.at("nodes").get<std::uint64_t>(), index.at("entries").get<std::uint64_t>(),
                       index.at("weighted").get<bool>()};
    if (size.nodes > kMaxNodes) throw ParseError({directory.string()}, "more nodes than cgsd can number");
    return size;
  } catch (const Json::exception& error) {
    throw ParseError({(directory / kIndex).string()}, error.what());
  }
}

// Numbers [first, last) of an array whose length is known.
template <class T>
std::vector<T> read_part(const fs::path& file, std::uint64_t first, std::uint64_t last, std::uint64_t length) {
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(file, missing);
  if (missing) throw ParseError({file.string()}, "cannot be read, and graph.json says that it is there");
  if (bytes != length * sizeof(T))
    throw ParseError({file.string()}, fmt::format("{} bytes in place of {}: the file is not whole, or of another graph",
                                                  bytes, length * sizeof(T)));
  if (first > last || last > length) throw ParseError({file.string()}, "rows lie outside of the array");
  std::ifstream in(file, std::ios::binary);
  std::vector<T> numbers(last - first);
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

Attributes read_attributes(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  const std::uint64_t nodes = index.at("nodes").get<std::uint64_t>();
  const auto columns = index.at("attributes").at("columns").get<std::uint64_t>();
  if (columns == 0) return {};
  if (!index.at("attributes").at("sparse").get<bool>()) {
    return Matrix<float>(
        last - first, columns,
        read_part<float>(directory / "attributes.f32", first * columns, last * columns, nodes * columns));
  }
  const auto stored = index.at("attributes").at("stored").get<std::uint64_t>();
  const auto offsets = read_offsets(directory / "attribute_offsets.u64", first, last, {nodes, stored});
  SparseRows rows{.cols = columns, .offsets = {}, .columns = {}, .values = {}};
  const fs::path column_file = directory / "attribute_columns.u32";
  rows.columns = read_part<std::uint32_t>(column_file, offsets.front(), offsets.back(), stored);
  check_below(rows.columns, columns, column_file);
  rows.values = read_part<float>(directory / "attribute_values.f32", offsets.front(), offsets.back(), stored);
  rows.offsets = from_zero(offsets);
  return rows;
}

NodeNames read_names(const fs::path& directory, const Json& index, std::uint64_t first, std::uint64_t last) {
  NodeNames names;
  if (!index.at("names").get<bool>()) return names;
  const fs::path file = directory / "names.txt";
  const std::uint64_t bytes = fs::file_size(file);
  const std::uint64_t nodes = index.at("nodes").get<std::uint64_t>();
  const auto offsets = read_offsets(directory / "name_offsets.u64", first, last, {nodes, bytes});
  const std::vector<char> text = read_part<char>(file, offsets.front(), offsets.back(), bytes);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    names.append({text.data() + (offsets[i] - offsets[0]), offsets[i + 1] - offsets[i]});
  return names;
}

// Writes the arrays and keeps their checksums.
class CsrWriter {
 public:
  explicit CsrWriter(fs::path directory) : directory_(std::move(directory)) {}

  template <class T>
  void write(const char* name, std::span<const T> numbers) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    Sha256 hash;
    hash.update(bytes);
    checksums_[name] = hash.hex();
    write_file(directory_ / name, bytes);
  }
  const Json& checksums() const { return checksums_; }

 private:
  fs::path directory_;
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
  for (const auto& [name, sum] : index.at("sha256").items()) {
    if (sha256_of_file(directory / fs::path(name).filename(), run) != sum.get<std::string>())
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
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
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
    rows.offsets = from_zero(offsets);
    rows.attributes = read_attributes(directory, index, first, last);
    rows.names = read_names(directory, index, first, last);
    if (index.at("labels").get<bool>()) {
      rows.labels.class_of = read_part<std::int32_t>(directory / "labels.i32", first, last, size.nodes);
      rows.labels.class_names = index.at("class_names").get<std::vector<std::string>>();
    }
    rows.attribute_names = index.at("attribute_names").get<std::vector<std::string>>();
    return rows;
  } catch (const Json::exception& error) {
    throw ParseError({(directory / kIndex).string()}, error.what());
  }
}

GraphContents read_csr_directory(const fs::path& directory, const GraphReadOptions&, const RunContext& run) {
  const Json index = read_index(directory, run);
  const CsrSize size = size_of(index, directory);
  CsrRows rows = read_csr_rows(directory, 0, size.nodes, run);
  try {
    check_checksums(directory, index, run);
  } catch (const Json::exception& error) {
    throw ParseError({(directory / kIndex).string()}, error.what());
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
  make_output_directory(directory);
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
  index["sha256"] = out.checksums();
  write_file(directory / kIndex, index.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace cgsd
