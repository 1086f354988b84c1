#include "cgsd/io/datasets/load.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/bytes/kept_streams.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/datasets/edge_account.hpp"
#include "cgsd/io/datasets/joined_graphs.hpp"
#include "cgsd/io/datasets/labels.hpp"
#include "cgsd/io/datasets/read_contents.hpp"
#include "cgsd/io/datasets/registry.hpp"
#include "cgsd/io/formats/geom_gcn.hpp"
#include "cgsd/io/formats/planetoid.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

// What attributes and labels say about the nodes before the graph is read.
GraphReadOptions reading_options(const LoadRequest& request, const std::optional<AttributeTable>& attributes,
                                 const std::optional<LabelTable>& labels) {
  GraphReadOptions options;
  options.ids = request.ids;
  options.weight_column = request.weight_column;
  options.ignore_weights = request.build.binary;
  options.graph_key = request.graph_key;
  options.attribute_key = request.attribute_key;
  if (attributes && !attributes->ids.none()) {
    options.known_names = &attributes->ids;
  } else if (attributes) {
    options.expected_nodes = static_cast<NodeId>(attributes->attributes.rows());
  } else if (labels && labels->ids.none()) {
    options.expected_nodes = static_cast<NodeId>(labels->labels.class_of.size());
  }
  return options;
}

// How many nodes the graph has on its own; none where it cannot be read.
std::optional<NodeId> own_nodes(const LoadRequest& request, GraphFormat format, const RunContext& run) {
  GraphReadOptions options;
  options.ids = request.ids;
  try {
    return read_contents(request.graph, format, options, run).list.nodes;
  } catch (const ParseError&) {
    return std::nullopt;
  } catch (const IoError&) {
    return std::nullopt;
  }
}

// Where the rows of attributes or labels are the nodes and the graph has others, that is what is wrong, whatever the line
// at which it shows.
GraphContents read_graph(const LoadRequest& request, GraphFormat format, const GraphReadOptions& options,
                         const RunContext& run) {
  try {
    return read_contents(request.graph, format, options, run);
  } catch (const ParseError& error) {
    if (!options.expected_nodes) throw;
    const auto nodes = own_nodes(request, format, run);
    if (!nodes || *nodes == *options.expected_nodes) throw;
    const fs::path& rows = request.attributes ? *request.attributes : *request.labels;
    throw ParseError({rows.string()}, fmt::format("{} rows, but {} has {} nodes ({})", grouped(*options.expected_nodes),
                                                  request.graph.string(), grouped(*nodes), error.what()));
  }
}

// Only AnnData files have members to choose from.
void check_members(const LoadRequest& request, GraphFormat format) {
  if (format == GraphFormat::h5ad) return;
  if (!request.attribute_key.empty()) throw IoError::from_errno(request.attribute_key, ENOENT);
  if (request.graph_key.empty()) return;
  throw InvalidArgument(fmt::format("--graph-key {}: only for .h5ad files", in_quotes(request.graph_key)));
}

// NAME.npz in a directory of data, for a name that the registry does not know.
std::optional<fs::path> file_called(std::string_view name, const StoreLocations& locations) {
  try {
    dataset_record(name);
    return {};
  } catch (const InvalidArgument&) {  // not in the registry
  }
  std::vector<fs::path> directories;
  if (locations.given) directories.push_back(*locations.given);
  if (locations.environment) directories.push_back(*locations.environment);
  if (!locations.cache.empty()) directories.push_back(locations.cache);
  for (const fs::path& directory : directories) {
    const fs::path file = directory / (std::string(name) + ".npz");
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) return file;
  }
  return {};
}

std::vector<fs::path> files_read(const LoadRequest& request, GraphFormat format) {
  std::vector<fs::path> files;
  if (format == GraphFormat::geom_gcn) {
    files = geom_gcn_files(request.graph);
  } else if (format == GraphFormat::planetoid) {
    files = planetoid_files(request.graph);
  } else if (format != GraphFormat::builtin) {
    files = {request.graph};
  }
  files.insert(files.end(), request.more.begin(), request.more.end());
  if (request.attributes) files.push_back(*request.attributes);
  if (request.labels) files.push_back(*request.labels);
  return files;
}

void check_weight_column(const LoadRequest& request, GraphFormat format) {
  if (request.weight_column.empty() || format == GraphFormat::edge_list) return;
  throw ParseError({request.graph.string()}, fmt::format("--weights {}: only edge lists have columns of weights to "
                                                         "choose from; this is {}",
                                                         in_quotes(request.weight_column), name_of(format)));
}

// The graphs of all files as one.
JoinedGraphs read_and_build(const LoadRequest& request, GraphFormat format, const GraphReadOptions& options,
                            const RunContext& run) {
  check_weight_column(request, format);
  GraphContents first = read_graph(request, format, options, run.stage("reading graph"));
  if (request.more.empty()) {
    BuiltGraph built = build_graph(first.list, request.build, run.stage("building graph"));
    return {std::move(first), std::move(built)};
  }
  std::vector<GraphLayer> layers = {{request.graph, std::move(first)}};
  for (const fs::path& file : request.more) {
    LoadRequest layer = request;
    layer.graph = file;
    const GraphFormat own = request.format == GraphFormat::automatic ? recognise_format(file) : request.format;
    check_weight_column(layer, own);
    layers.push_back({file, read_graph(layer, own, options, run.stage("reading graph"))});
  }
  return join_graphs(std::move(layers), request.build, run.stage("building graph"));
}

GraphFormat format_of(const DatasetForm& form) {
  switch (form.format) {
    case DatasetFormat::npz:
      return GraphFormat::npz;
    case DatasetFormat::planetoid:
      return GraphFormat::planetoid;
    case DatasetFormat::geom_gcn:
      return GraphFormat::geom_gcn;
    case DatasetFormat::builtin:
      break;
  }
  return GraphFormat::builtin;
}

// Attributes and labels from files of their own, for a graph that is there already.
void replace_attributes(const LoadRequest& request, Dataset& data, const RunContext& run) {
  const NodeId nodes = data.input.graph.nodes();
  if (request.attributes) {
    AttributeTable table = read_attributes(*request.attributes, run.stage("reading attributes"));
    data.input.attributes = align_attributes(std::move(table), data.names, nodes, *request.attributes);
  }
  if (request.labels) {
    LabelTable table = read_labels(*request.labels, run.stage("reading labels"));
    data.labels = align_labels(std::move(table), data.names, nodes, *request.labels);
  }
}

// The registry counts undirected edges, and attributes and classes of its own files: only these can be verified.
void verify(const DatasetRecord& record, const DatasetForm& form, const LoadRequest& request, const Dataset& data) {
  if (request.build.directed || !request.more.empty()) return;
  DatasetCounts found{.nodes = data.input.graph.nodes(),
                      .edges = data.input.graph.edges(),
                      .attributes = data.input.attributes.cols(),
                      .classes = static_cast<std::uint64_t>(data.labels.classes())};
  if (request.attributes) found.attributes = form.has_attributes ? record.expected.attributes : 0;
  if (request.labels) found.classes = record.expected.classes;
  verify_counts(record, form, found);
}

}  // namespace

LoadedDataset load_dataset(const LoadRequest& request, const RunContext& run) {
  const KeptStreams streams(run);  // a format is recognised by the first bytes, which a pipe gives only once
  std::optional<AttributeTable> attributes;
  std::optional<LabelTable> labels;
  if (request.attributes) attributes = read_attributes(*request.attributes, run.stage("reading attributes"));
  if (request.labels) labels = read_labels(*request.labels, run.stage("reading labels"));

  LoadedDataset loaded;
  loaded.format = request.format == GraphFormat::automatic ? recognise_format(request.graph) : request.format;
  check_members(request, loaded.format);
  auto [contents, built] = read_and_build(request, loaded.format, reading_options(request, attributes, labels), run);
  const NodeId nodes = built.graph.nodes();
  Dataset& data = loaded.data;
  data.names = std::move(contents.names);
  data.account = std::move(contents.account);
  data.input.attributes = attributes ? align_attributes(*std::move(attributes), data.names, nodes, *request.attributes)
                                     : std::move(contents.attributes);
  data.labels =
      labels ? align_labels(*std::move(labels), data.names, nodes, *request.labels) : std::move(contents.labels);
  data.input.graph = std::move(built.graph);
  data.report = built.report;
  if (request.weight_scale != WeightScale::none && data.input.graph.weighted()) {
    data.input.graph = with_scaled_weights(data.input.graph, request.weight_scale, run);
    data.account.push_back(fmt::format("weights scaled ({})", name_of(request.weight_scale)));
  }
  add_edge_account(data, contents.directed);
  loaded.files = files_read(request, loaded.format);
  return loaded;
}

LoadedDataset load_known_dataset(std::string_view name, const StoreLocations& locations, const LoadRequest& request,
                                 const RunContext& run) {
  if (const auto file = file_called(name, locations)) {
    LoadRequest file_request = request;
    file_request.graph = *file;
    return load_dataset(file_request, run);
  }
  const DatasetRecord& record = dataset_record(name);
  const auto located = find_dataset(record, locations);
  if (!located) {
    throw IoError(
        fmt::format("{} is not on this machine: cgsd data fetch {} downloads it, or give its directory with --data DIR",
                    record.name, record.name));
  }
  const GraphFormat format = format_of(*located->form);
  if (format == GraphFormat::builtin) {
    LoadedDataset loaded{format, karate_club(run), files_read(request, format)};
    replace_attributes(request, loaded.data, run);
    return loaded;
  }
  LoadRequest file_request = request;
  file_request.graph = located->path;
  file_request.format = format;
  LoadedDataset loaded = load_dataset(file_request, run);
  verify(record, *located->form, request, loaded.data);
  return loaded;
}

}  // namespace cgsd
