#include "cgsd/io/datasets/load.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/built_in/built_in_dataset.hpp"
#include "cgsd/io/bytes/kept_streams.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/datasets/edge_account.hpp"
#include "cgsd/io/datasets/joined_graphs.hpp"
#include "cgsd/io/datasets/labels.hpp"
#include "cgsd/io/datasets/read_contents.hpp"
#include "cgsd/io/formats/csr_directory.hpp"
#include "cgsd/io/formats/geom_gcn.hpp"
#include "cgsd/io/formats/planetoid.hpp"
#include "cgsd/io/store/registry.hpp"
#include "cgsd/io/tables/loaded_table.hpp"
#include "cgsd/io/tables/table_load.hpp"

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
    const fs::path& rows = request.attributes ? *request.attributes : *request.labels;
    if (nodes && *nodes == *options.expected_nodes) {
      throw ParseError({rows.string()}, fmt::format("has no column with the names of the nodes, so {} must number them "
                                                    "from 0: add the names as its first column, `node` ({})",
                                                    request.graph.string(), error.what()));
    }
    if (!nodes) throw;
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
  } else if (format == GraphFormat::csr) {
    files = csr_files(request.graph);
  } else {
    files = {request.graph};
  }
  files.insert(files.end(), request.more.begin(), request.more.end());
  if (request.attributes) files.push_back(*request.attributes);
  if (labels_are_a_file(request)) files.push_back(*request.labels);
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

// Formats without a list of nodes.
bool knows_nodes_by_edges(GraphFormat format) {
  return format == GraphFormat::edge_list || format == GraphFormat::networkx_edgelist;
}

// What a graph is read with, and what that gave.
struct Reading {
  const LoadRequest& request;
  const RunContext& run;
  std::optional<AttributeTable> attributes{};  // numbers of a file of their own
  std::optional<LabelTable> labels{};          // of a file of their own
};

[[noreturn]] void refuse_labels(const std::filesystem::path& labels, bool with_table) {
  throw IoError(fmt::format("--labels {}: there is no such file{}", in_quotes(labels.string()),
                            with_table ? ", and no such column in the table" : ""));
}

// The graph, and in `loaded` its attributes and, unless they are in a file of their own, its labels.
JoinedGraphs read_with_attributes(Reading& r, LoadedDataset& loaded) {
  const bool text_table = has_text_table(r.request);
  JoinedGraphs out;
  const auto read = [&](std::optional<NodeId> expected) {
    GraphReadOptions options = reading_options(r.request, r.attributes, text_table ? std::nullopt : r.labels);
    if (expected) options.expected_nodes = expected;
    out = read_and_build(r.request, loaded.format, options, r.run);
    out.contents.list.nodes = out.built.graph.nodes();
    return std::move(out.contents);
  };
  GraphWithTable with;
  if (text_table) {
    const GraphToRead graph{r.request.graph.string(), knows_nodes_by_edges(loaded.format), read};
    with = load_with_table(graph, *r.request.attributes, table_request(r.request), r.run);
  } else {
    with.contents = read(std::nullopt);
  }
  GraphContents& contents = with.contents;
  const NodeId nodes = contents.list.nodes;
  if (nodes > out.built.graph.nodes()) out.built.graph = with_isolated_nodes(out.built.graph, nodes);
  loaded.data.account = contents.account;
  loaded.data.labels = std::move(contents.labels);
  const bool inside = !r.attributes && !text_table && contents.attributes.none() && !contents.table.none();
  if (inside) with.found = contained_attributes(contents, r.request.graph.string(), table_request(r.request), r.run);
  bool labelled = false;
  const bool column_wanted = r.request.labels && !r.labels;
  if (!inside && !text_table && column_wanted && !contents.table.none()) {  // its attributes are numbers: only labels
    loaded.data.labels =
        contained_attributes(contents, r.request.graph.string(), table_request(r.request), r.run).labels;
    labelled = !loaded.data.labels.none();
  }
  if (text_table || inside) {
    labelled = take_table(std::move(with.found), loaded);
  } else if (!r.request.table.none()) {
    throw InvalidArgument("--columns, --ignore, --kind and --id-column need a table of attributes, which there is not");
  } else {
    loaded.data.input.attributes = std::move(contents.attributes);
    if (!r.attributes) loaded.data.attribute_names = std::move(contents.attribute_names);
  }
  if (column_wanted && !labelled) refuse_labels(*r.request.labels, text_table || inside);
  out.contents = std::move(contents);
  return out;
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
  Reading reading{request, run};
  if (request.attributes && !has_text_table(request))
    reading.attributes = read_attributes(*request.attributes, run.stage("reading attributes"));
  if (labels_are_a_file(request)) reading.labels = read_labels(*request.labels, run.stage("reading labels"));

  LoadedDataset loaded;
  loaded.format = request.format == GraphFormat::automatic ? recognise_format(request.graph) : request.format;
  check_members(request, loaded.format);
  auto [contents, built] = read_with_attributes(reading, loaded);
  const NodeId nodes = built.graph.nodes();
  Dataset& data = loaded.data;
  data.names = std::move(contents.names);
  if (reading.attributes)
    data.input.attributes = align_attributes(*std::move(reading.attributes), data.names, nodes, *request.attributes);
  if (reading.labels) data.labels = align_labels(*std::move(reading.labels), data.names, nodes, *request.labels);
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
  if (format == GraphFormat::builtin) return load_built_in(record, request, run);
  LoadRequest file_request = request;
  file_request.graph = located->path;
  file_request.format = format;
  LoadedDataset loaded = load_dataset(file_request, run);
  verify(record, *located->form, request, loaded.data);
  return loaded;
}

}  // namespace cgsd
