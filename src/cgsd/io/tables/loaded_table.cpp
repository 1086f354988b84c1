#include "cgsd/io/tables/loaded_table.hpp"

#include "cgsd/io/built_in/embedded_files.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/datasets/labels.hpp"
#include "cgsd/io/datasets/node_alignment.hpp"
#include "cgsd/io/tables/table_load.hpp"

namespace cgsd {
namespace fs = std::filesystem;

bool has_text_table(const LoadRequest& request) {
  return request.attributes && attribute_format(*request.attributes) == AttributeFormat::text;
}

bool labels_are_a_file(const LoadRequest& request) {
  return request.labels && (fs::exists(*request.labels) || embedded_file(*request.labels));
}

TableRequest table_request(const LoadRequest& request) {
  const bool column = request.labels && !labels_are_a_file(request);
  return {request.table, column ? request.labels->string() : std::string()};
}

bool take_table(TableAttributes found, LoadedDataset& loaded) {
  Dataset& data = loaded.data;
  data.input.attributes = std::move(found.attributes);
  data.attribute_names = found.encoding.attribute_names();
  data.attribute_meanings = found.encoding.attribute_meanings();
  data.account.insert(data.account.end(), found.account.begin(), found.account.end());
  loaded.encoding = std::move(found.encoding);
  if (found.labels.none()) return false;
  data.labels = std::move(found.labels);
  return true;
}

void replace_attributes(const LoadRequest& request, LoadedDataset& loaded, const RunContext& run) {
  Dataset& data = loaded.data;
  const NodeId nodes = data.input.graph.nodes();
  bool labelled = false;
  if (has_text_table(request)) {
    const auto known = [&](std::optional<NodeId>) {
      GraphContents contents;
      contents.list.nodes = nodes;
      contents.names = data.names;
      return contents;
    };
    GraphWithTable with =
        load_with_table({"the graph", false, known}, *request.attributes, table_request(request), run);
    labelled = take_table(std::move(with.found), loaded);
  } else if (request.attributes) {
    AttributeTable table = read_attributes(*request.attributes, run.stage("reading attributes"));
    data.input.attributes = align_attributes(std::move(table), data.names, nodes, *request.attributes);
  }
  if (request.labels && !labelled) {
    LabelTable table = read_labels(*request.labels, run.stage("reading labels"));
    data.labels = align_labels(std::move(table), data.names, nodes, *request.labels);
  }
}

Graph with_isolated_nodes(const Graph& graph, NodeId nodes) {
  std::vector<EntryIndex> offsets(graph.offsets().begin(), graph.offsets().end());
  offsets.resize(std::size_t{nodes} + 1, offsets.back());
  return Graph(GraphView(offsets, graph.targets(), graph.weights(), graph.directed()));
}

}  // namespace cgsd
