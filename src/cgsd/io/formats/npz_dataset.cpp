#include "cgsd/io/formats/npz_dataset.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/arrays/edge_array.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"

namespace cgsd {
namespace {

void check_vector(const NpyArray& array) {
  if (array.shape.size() != 1) {
    throw array.error(fmt::format("must have one dimension, not the shape {}", shape_text(array.shape)));
  }
}

// The number of nodes, and the array that said so first.
class NodeCount {
 public:
  explicit NodeCount(std::string file) : file_(std::move(file)) {}

  void agree(std::uint64_t count, const std::string& who) {
    if (count_ && *count_ != count) {
      throw ParseError({file_},
                       fmt::format("{} has {} rows, but {} has {}", who, grouped(count), who_, grouped(*count_)));
    }
    if (!count_) who_ = who;
    count_ = count;
  }
  void expect(std::optional<std::uint64_t> expected) {
    if (expected && count_ && *expected != *count_) {
      throw ParseError({file_}, fmt::format("{} has {} rows for {} nodes", who_, grouped(*count_), grouped(*expected)));
    }
    if (!count_) count_ = expected;
  }
  std::optional<std::uint64_t> value() const { return count_; }

 private:
  std::string file_;
  std::optional<std::uint64_t> count_;
  std::string who_;
};

Attributes csr_attributes(const NpzFile& npz) {
  const NpyArray shape_array = npz.get("features_shape");
  const std::vector<std::int64_t> shape = integer_values(shape_array);
  if (shape.size() != 2 || shape[0] < 0 || shape[1] < 0) {
    throw shape_array.error("must be two numbers, the rows and the columns");
  }
  CsrArrays csr;
  csr.rows = static_cast<std::uint64_t>(shape[0]);
  csr.cols = static_cast<std::uint64_t>(shape[1]);
  csr.indptr = integer_values(npz.get("features_indptr"));
  csr.indices = integer_values(npz.get("features_indices"));
  ArrayOrigin origin = shape_array.origin;
  origin.member = "attributes";
  return sparse_rows(csr, float_values(npz.get("features_data")), origin);
}

std::vector<double> edge_weights(const NpyArray& array, std::size_t entries) {
  check_vector(array);
  std::vector<double> weights = double_values(array);
  if (weights.size() != entries) {
    throw array.error(fmt::format("{} weights for {} edges", grouped(weights.size()), grouped(entries)));
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!std::isfinite(weights[i])) throw array.error(fmt::format("row {}: {} is not a finite number", i, weights[i]));
  }
  return weights;
}

std::string edge_bytes(GraphView graph, std::vector<double>& weights) {
  std::vector<std::int64_t> ends;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (!graph.directed() && v < u) continue;
      ends.push_back(u);
      ends.push_back(v);
      if (graph.weighted()) weights.push_back(graph.weights()[i]);
    }
  }
  return npy_bytes(ends, {ends.size() / 2, 2});
}

void add_sparse(std::vector<ZipContent>& contents, SparseView rows) {
  const std::vector<std::int32_t> indices(rows.columns.begin(), rows.columns.end());
  const std::vector<std::int64_t> indptr(rows.offsets.begin(), rows.offsets.end());
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(rows.rows()),
                                           static_cast<std::int64_t>(rows.cols)};
  contents.push_back({"features_data.npy", npy_bytes(std::span(rows.values))});
  contents.push_back({"features_indices.npy", npy_bytes(std::span(indices))});
  contents.push_back({"features_indptr.npy", npy_bytes(indptr)});
  contents.push_back({"features_shape.npy", npy_bytes(shape)});
}

std::vector<std::string> attribute_names(const NpzFile& npz, std::size_t attributes) {
  const std::optional<NpyArray> array = npz.find("attribute_names");
  if (!array) return {};
  check_vector(*array);
  std::vector<std::string> names = text_values(*array);
  if (names.size() != attributes)
    throw array->error(fmt::format("{} names for {} attributes", names.size(), attributes));
  return names;
}

// f0, f1, …: what attribute_tables.hpp writes for attributes without names.
bool are_stand_ins(const std::vector<std::string>& names) {
  for (std::size_t j = 0; j < names.size(); ++j)
    if (names[j] != fmt::format("f{}", j)) return false;
  return true;
}

std::vector<std::string> all_names(const NodeNames& names) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < names.size(); ++i) all.push_back(names.name(static_cast<NodeId>(i)));
  return all;
}

}  // namespace

Labels labels_of(const NpyArray& array) {
  check_vector(array);
  const std::vector<std::int64_t> classes = integer_values(array);
  const auto most = static_cast<std::int64_t>(std::min<std::size_t>(classes.size(), kMaxNodes));
  Labels labels;
  labels.class_of.reserve(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < kUnlabelled || classes[i] > most) {
      throw array.error(fmt::format("row {}: class {} is not plausible for {} nodes; classes count from 0, −1 = none",
                                    i, classes[i], grouped(classes.size())));
    }
    labels.class_of.push_back(static_cast<std::int32_t>(classes[i]));
  }
  return labels;
}

std::optional<Attributes> npz_attributes(const NpzFile& npz) {
  const bool sparse = npz.has("features_data") || npz.has("features_indptr");
  if (npz.has("node_features") && sparse)
    throw npz.error("attributes are there twice, as node_features and as features_*");
  if (sparse) return csr_attributes(npz);
  const std::optional<NpyArray> dense = npz.find("node_features");
  if (!dense) return std::nullopt;
  return attribute_matrix(*dense);
}

NodeNames npz_node_names(const NpzFile& npz) {
  const std::optional<NpyArray> array = npz.find("node_names");
  if (!array) return {};
  check_vector(*array);
  std::vector<std::string> texts = text_values(*array);
  NodeNames names(texts);
  std::sort(texts.begin(), texts.end());
  const auto twice = std::adjacent_find(texts.begin(), texts.end());
  if (twice != texts.end()) throw array->error(fmt::format("the name {} occurs twice", in_quotes(*twice)));
  return names;
}

std::optional<Labels> npz_labels(const NpzFile& npz) {
  const std::optional<NpyArray> array = npz.find("node_labels");
  if (!array) return std::nullopt;
  Labels labels = labels_of(*array);
  if (const std::optional<NpyArray> names = npz.find("class_names")) {
    labels.class_names = text_values(*names);
    if (labels.class_names.size() < static_cast<std::size_t>(labels.classes())) {
      throw names->error(fmt::format("{} names for {} classes", labels.class_names.size(), labels.classes()));
    }
  }
  return labels;
}

GraphContents read_npz(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  NpzFile npz(file, run);
  npz.unpack_together({"edges", "edge_weights", "node_features", "features_data", "features_indices", "features_indptr",
                       "node_labels", "node_names"});
  const NpyArray edges = npz.get("edges");
  GraphContents contents;
  NodeCount nodes(file.string());
  if (std::optional<Attributes> attributes = npz_attributes(npz)) {
    nodes.agree(attributes->rows(), "attributes");
    const bool bare_number = attributes->none() && !npz.has("node_labels") && !npz.has("node_names");
    check_node_count(attributes->rows(), bare_number ? edges.elements() / 2 : attributes->rows(), edges.origin);
    if (!attributes->none()) contents.attributes = std::move(*attributes);
    contents.attribute_names = attribute_names(npz, contents.attributes.cols());
  }
  if (std::optional<Labels> labels = npz_labels(npz)) {
    nodes.agree(labels->class_of.size(), "node_labels");
    contents.labels = std::move(*labels);
  }
  if (npz.has("node_names")) {
    contents.names = npz_node_names(npz);
    nodes.agree(contents.names.size(), "node_names");
  }
  nodes.expect(expected_nodes(options));
  if (nodes.value() && *nodes.value() > kMaxNodes) check_node_count(*nodes.value(), 0, edges.origin);
  contents.list = entries_of(edges, nodes.value());
  if (const std::optional<NpyArray> weights = npz.find("edge_weights")) {
    contents.list.weights = edge_weights(*weights, contents.list.entries.size());
  }
  return contents;
}

void write_npz(const std::filesystem::path& target, const Dataset& dataset, const RunContext& run) {
  std::vector<ZipContent> contents;
  const Attributes& attributes = dataset.input.attributes;
  if (attributes.none()) {
    contents.push_back({"node_features.npy", npy_bytes(Matrix<float>(dataset.input.graph.nodes(), 0))});
  } else if (attributes.is_sparse()) {
    add_sparse(contents, attributes.sparse());
  } else {
    contents.push_back({"node_features.npy", npy_bytes(attributes.dense())});
  }
  if (!dataset.labels.none()) {
    const std::vector<std::int64_t> classes(dataset.labels.class_of.begin(), dataset.labels.class_of.end());
    contents.push_back({"node_labels.npy", npy_bytes(classes)});
  }
  std::vector<double> weights;
  contents.push_back({"edges.npy", edge_bytes(dataset.input.graph, weights)});
  if (dataset.input.graph.weighted()) contents.push_back({"edge_weights.npy", npy_bytes(std::span(weights))});
  if (!dataset.names.none()) contents.push_back({"node_names.npy", npy_bytes(all_names(dataset.names))});
  if (!are_stand_ins(dataset.attribute_names))
    contents.push_back({"attribute_names.npy", npy_bytes(dataset.attribute_names)});
  if (!dataset.labels.class_names.empty()) {
    contents.push_back({"class_names.npy", npy_bytes(dataset.labels.class_names)});
  }
  write_zip(target, contents, run);
}

}  // namespace cgsd
