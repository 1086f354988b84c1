#include "cgsd/io/exchange/h5ad.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/arrays/hdf5_file.hpp"
#include "cgsd/io/bytes/kept_streams.hpp"
#include "cgsd/io/bytes/trial_process.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/text/name_table.hpp"

namespace cgsd {
namespace {

// A sparse matrix by rows, whatever it was stored by.
struct SparseMatrix {
  CsrArrays csr;
  std::vector<double> values;
};

class H5adReader {
 public:
  H5adReader(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : file_(file, run), name_(file.string()), options_(options), run_(run) {}

  GraphContents read() {
    GraphContents contents;
    contents.names = read_names();
    nodes_ = contents.names.size();
    if (nodes_ > kMaxNodes) throw file_.error("obs", "has too many rows");
    check_expected_nodes({name_}, nodes_, options_);
    check_known_names(contents.names);
    read_graph(contents);
    if (options_.attribute_key != "none") read_attributes(contents);
    contents.table = read_obs();
    return contents;
  }

 private:
  NodeNames read_names() {
    if (file_.kind("obs") == Hdf5Kind::array) {
      throw file_.error("obs",
                        "was written by an old anndata; write it anew, in Python: import anndata; "
                        "anndata.read_h5ad(FILE).write(FILE)");
    }
    if (file_.kind("obs") != Hdf5Kind::group) throw file_.error({}, "is no AnnData file: it has no obs");
    index_ = file_.text_attribute("obs", "_index").value_or("_index");
    NameTable names;
    for (const std::string& name : text_column("obs/" + index_)) {
      if (names.find(name) != NameTable::kAbsent) {
        throw file_.error("obs", fmt::format("the name {} occurs twice", in_quotes(name)));
      }
      names.insert(name);
    }
    return std::move(names).take();
  }

  void check_known_names(const NodeNames& names) const {
    if (options_.known_names == nullptr || *options_.known_names == names) return;
    throw ParseError({name_}, "the rows of the node table must have the names of obs, in the same order");
  }

  // The member that holds the graph.
  std::string graph_member() const {
    const std::string key = options_.graph_key.empty() ? "connectivities" : options_.graph_key;
    if (file_.kind("obsp/" + key) != Hdf5Kind::absent) return "obsp/" + key;
    if (file_.kind("uns/neighbors/" + key) != Hdf5Kind::absent) return "uns/neighbors/" + key;
    std::vector<std::string> graphs;
    if (file_.kind("obsp") == Hdf5Kind::group) graphs = file_.members("obsp");
    if (graphs.empty()) {
      throw file_.error({}, "holds no graph (obsp); make one, in Python: import scanpy as sc; sc.pp.neighbors(adata)");
    }
    if (options_.graph_key.empty() && graphs.size() == 1) return "obsp/" + graphs[0];
    for (std::string& graph : graphs) graph = in_quotes(graph);
    throw file_.error("obsp", fmt::format("there is no {}; choose with --graph-key one of {}", in_quotes(key),
                                          fmt::join(graphs, ", ")));
  }

  void read_graph(GraphContents& contents) {
    const std::string member = graph_member();
    contents.account.push_back(fmt::format("the graph is {}", member));
    const SparseMatrix matrix = file_.kind(member) == Hdf5Kind::group ? sparse(member) : dense_as_sparse(member);
    check_square(member, matrix.csr);
    EntryList& list = contents.list;
    list.nodes = static_cast<NodeId>(nodes_);
    bool all_one = true;
    for (std::size_t row = 0; row < nodes_; ++row) {
      run_.check_stop();
      for (auto i = static_cast<std::size_t>(matrix.csr.indptr[row]);
           i < static_cast<std::size_t>(matrix.csr.indptr[row + 1]); ++i) {
        const double weight = matrix.values[i];
        if (!std::isfinite(weight)) throw file_.error(member, fmt::format("row {}: a value is not finite", row));
        if (weight == 0.0) continue;
        list.entries.push_back({static_cast<NodeId>(row), static_cast<NodeId>(matrix.csr.indices[i])});
        list.weights.push_back(weight);
        all_one = all_one && weight == 1.0;
      }
    }
    if (all_one) list.weights.clear();
  }

  void check_square(const std::string& member, const CsrArrays& csr) const {
    if (csr.rows == nodes_ && csr.cols == nodes_) return;
    throw file_.error(member, fmt::format("is ({}, {}) for {} cells", csr.rows, csr.cols, nodes_));
  }

  ArrayOrigin origin(const std::string& member) const { return {name_, member}; }

  SparseMatrix sparse(const std::string& member) const {
    std::string encoding = file_.text_attribute(member, "encoding-type").value_or("");
    if (encoding.empty()) encoding = file_.text_attribute(member, "h5sparse_format").value_or("csr") + "_matrix";
    if (encoding != "csr_matrix" && encoding != "csc_matrix") {
      throw file_.error(member,
                        fmt::format("is stored as {}; csr_matrix and csc_matrix are read", in_quotes(encoding)));
    }
    std::vector<std::int64_t> shape = file_.integer_attribute(member, "shape");
    if (shape.empty()) shape = file_.integer_attribute(member, "h5sparse_shape");
    if (shape.size() != 2 || shape[0] < 0 || shape[1] < 0) throw file_.error(member, "has no shape");
    const bool by_rows = encoding == "csr_matrix";
    SparseMatrix matrix;
    matrix.csr.rows = static_cast<std::uint64_t>(shape[by_rows ? 0 : 1]);
    matrix.csr.cols = static_cast<std::uint64_t>(shape[by_rows ? 1 : 0]);
    matrix.csr.indptr = file_.integers(member + "/indptr");
    matrix.csr.indices = file_.integers(member + "/indices");
    matrix.values = file_.doubles(member + "/data");
    check_csr(matrix.csr, matrix.values.size(), origin(member));
    return by_rows ? std::move(matrix) : transposed(matrix);
  }

  SparseMatrix transposed(const SparseMatrix& matrix) const {
    if (matrix.csr.cols > std::max<std::uint64_t>(nodes_, matrix.values.size())) {
      throw ParseError({name_}, "a sparse matrix claims more rows than there are cells");
    }
    SparseMatrix turned;
    turned.csr.rows = matrix.csr.cols;
    turned.csr.cols = matrix.csr.rows;
    turned.csr.indptr.assign(turned.csr.rows + 1, 0);
    turned.csr.indices.resize(matrix.values.size());
    turned.values.resize(matrix.values.size());
    for (const std::int64_t column : matrix.csr.indices) ++turned.csr.indptr[static_cast<std::size_t>(column) + 1];
    for (std::size_t i = 0; i < turned.csr.rows; ++i) turned.csr.indptr[i + 1] += turned.csr.indptr[i];
    std::vector<std::int64_t> next(turned.csr.indptr.begin(), turned.csr.indptr.end() - 1);
    for (std::size_t row = 0; row < matrix.csr.rows; ++row) {
      for (auto i = static_cast<std::size_t>(matrix.csr.indptr[row]);
           i < static_cast<std::size_t>(matrix.csr.indptr[row + 1]); ++i) {
        const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(matrix.csr.indices[i])]++);
        turned.csr.indices[place] = static_cast<std::int64_t>(row);
        turned.values[place] = matrix.values[i];
      }
    }
    return turned;
  }

  std::pair<std::uint64_t, std::uint64_t> matrix_shape(const std::string& member) const {
    const std::vector<std::uint64_t> shape = file_.shape(member);
    if (shape.size() != 2) throw file_.error(member, "must have two dimensions");
    return {shape[0], shape[1]};
  }

  SparseMatrix dense_as_sparse(const std::string& member) const {
    SparseMatrix matrix;
    std::tie(matrix.csr.rows, matrix.csr.cols) = matrix_shape(member);
    check_square(member, matrix.csr);  // first: rows without columns cost no byte of the file
    const std::vector<double> values = file_.doubles(member);
    matrix.csr.indptr.push_back(0);
    for (std::uint64_t row = 0; row < matrix.csr.rows; ++row) {
      for (std::uint64_t column = 0; column < matrix.csr.cols; ++column) {
        const double value = values[row * matrix.csr.cols + column];
        if (value == 0.0) continue;
        matrix.csr.indices.push_back(static_cast<std::int64_t>(column));
        matrix.values.push_back(value);
      }
      matrix.csr.indptr.push_back(static_cast<std::int64_t>(matrix.values.size()));
    }
    return matrix;
  }

  void read_attributes(GraphContents& contents) {
    const std::string member = options_.attribute_key.empty() ? "X" : options_.attribute_key;
    const Hdf5Kind kind = file_.kind(member);
    if (kind == Hdf5Kind::absent && options_.attribute_key.empty()) return;
    if (kind == Hdf5Kind::absent) throw file_.error(member, attributes_there());
    if (kind == Hdf5Kind::group) {
      SparseMatrix matrix = sparse(member);
      std::vector<float> values(matrix.values.begin(), matrix.values.end());
      contents.attributes = sparse_rows(matrix.csr, std::move(values), origin(member));
    } else {
      const auto [rows, columns] = matrix_shape(member);
      contents.attributes = Matrix<float>(rows, columns, file_.floats(member));
    }
    if (contents.attributes.rows() != nodes_) {
      throw file_.error(member, fmt::format("{} rows for {} cells", contents.attributes.rows(), nodes_));
    }
    contents.account.push_back(fmt::format("the attributes are {}", member));
    if (!member.starts_with("obsm/")) contents.attribute_names = variable_names(contents.attributes.cols());
  }

  // The index of var, if it has one name per attribute.
  std::vector<std::string> variable_names(std::size_t attributes) const {
    if (file_.kind("var") != Hdf5Kind::group) return {};
    const std::string path = "var/" + file_.text_attribute("var", "_index").value_or("_index");
    if (file_.kind(path) != Hdf5Kind::array || file_.values(path) != Hdf5Values::texts) return {};
    std::vector<std::string> names = file_.texts(path);
    return names.size() == attributes ? names : std::vector<std::string>();
  }

  std::string attributes_there() const {
    std::vector<std::string> there;
    if (file_.kind("X") != Hdf5Kind::absent) there.emplace_back("X");
    for (const std::string group : {"obsm", "layers"}) {
      if (file_.kind(group) != Hdf5Kind::group) continue;
      for (const std::string& member : file_.members(group)) there.push_back(in_quotes(group + "/" + member));
    }
    return fmt::format("is not there; there are {}", fmt::join(there, ", "));
  }

  TextTable read_obs() {
    TextTable table;
    for (const std::string& member : file_.members("obs")) {
      if (member == index_ || member == "__categories") continue;
      const std::string path = "obs/" + member;
      TextColumn column{member, {}};
      for (const std::string& cell : text_column(path)) column.cells.append(cell);
      if (column.cells.size() != nodes_) {
        throw file_.error(path, fmt::format("{} values for {} cells", column.cells.size(), nodes_));
      }
      table.columns.push_back(std::move(column));
    }
    return table;
  }

  // A column of obs as text; a missing value is empty. Categories are a column themselves, but a file may link them to what
  // holds them, and so without end.
  std::vector<std::string> text_column(const std::string& path, int depth = 0) const {
    constexpr int kDeepest = 2;
    const Hdf5Kind kind = file_.kind(path);
    if (kind == Hdf5Kind::absent) throw file_.error(path, "is not there");
    if (depth > kDeepest) throw file_.error(path, "a column lies too deep within others");
    if (kind == Hdf5Kind::group) return grouped_column(path, depth + 1);
    const std::string old_categories = "obs/__categories/" + path.substr(path.find('/') + 1);
    if (file_.kind("obs/__categories") == Hdf5Kind::group && file_.kind(old_categories) == Hdf5Kind::array) {
      return by_code(path, file_.integers(path), text_column(old_categories, depth + 1));
    }
    switch (file_.values(path)) {
      case Hdf5Values::texts:
        return file_.texts(path);
      case Hdf5Values::numbers:
        return number_texts(file_.doubles(path));
      case Hdf5Values::other:
        break;
    }
    throw file_.error(path, "holds neither numbers nor texts");
  }

  static std::vector<std::string> number_texts(const std::vector<double>& numbers) {
    std::vector<std::string> texts;
    texts.reserve(numbers.size());
    for (const double number : numbers) texts.push_back(std::isfinite(number) ? fmt::format("{}", number) : "");
    return texts;
  }

  std::vector<std::string> by_code(const std::string& path, const std::vector<std::int64_t>& codes,
                                   const std::vector<std::string>& categories) const {
    std::vector<std::string> texts;
    for (const std::int64_t code : codes) {
      if (code >= static_cast<std::int64_t>(categories.size())) throw file_.error(path, "a code has no category");
      texts.push_back(code < 0 ? std::string() : categories[static_cast<std::size_t>(code)]);
    }
    return texts;
  }

  // Categories with codes, or values with a mask of those that are missing.
  std::vector<std::string> grouped_column(const std::string& path, int depth) const {
    if (file_.kind(path + "/codes") == Hdf5Kind::array) {
      return by_code(path, file_.integers(path + "/codes"), text_column(path + "/categories", depth));
    }
    if (file_.kind(path + "/values") == Hdf5Kind::array && file_.kind(path + "/mask") == Hdf5Kind::array) {
      std::vector<std::string> texts = text_column(path + "/values", depth);
      const std::vector<std::int64_t> mask = file_.integers(path + "/mask");
      if (mask.size() != texts.size()) throw file_.error(path, "mask and values differ in length");
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (mask[i] != 0) texts[i].clear();
      }
      return texts;
    }
    throw file_.error(path, "is a kind of column that is not known");
  }

  Hdf5File file_;
  std::string name_;
  const GraphReadOptions& options_;
  const RunContext& run_;
  std::string index_;
  std::size_t nodes_ = 0;
};

}  // namespace

GraphContents read_h5ad(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  // libhdf5 ends the process at some damaged files: what it does to this one is tried out first.
  const KeptStreams streams(run);  // the trial must not take a pipe away
  kept_stream(file);
  constexpr std::uint64_t kBytesPerMillisecond = 1000;
  std::error_code unknown;
  const bool plain = std::filesystem::is_regular_file(file, unknown);
  const std::uint64_t size = plain ? std::filesystem::file_size(file, unknown) : 0;
  const std::chrono::milliseconds most(30'000 + size / kBytesPerMillisecond);
  const auto attempt = [&] { H5adReader(file, options, run.unheard()).read(); };
  if (!survives(attempt, most, run)) throw ParseError({file.string()}, "is damaged: libhdf5 cannot read it");
  return H5adReader(file, options, run).read();
}

}  // namespace cgsd
