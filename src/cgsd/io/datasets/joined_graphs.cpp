#include "cgsd/io/datasets/joined_graphs.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/formats/relabel.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

// Gives every layer the same numbers of the same nodes. Returns the names, none if no layer has any.
NodeNames number_nodes(std::vector<GraphLayer>& layers, const RunContext& run) {
  const bool numbered = std::ranges::all_of(layers, [](const GraphLayer& l) { return l.contents.names.none(); });
  NodeId nodes = 0;
  NameTable names;
  for (GraphLayer& layer : layers) {
    EntryList& list = layer.contents.list;
    nodes = std::max(nodes, list.nodes);
    if (numbered) continue;
    std::vector<NodeId> number_of;
    for (NodeId v = 0; v < list.nodes; ++v) number_of.push_back(names.insert(layer.contents.names.name(v)));
    relabel(
        list.entries, [&](NodeId v) { return number_of[v]; }, run);
  }
  if (!numbered) nodes = names.size();
  for (GraphLayer& layer : layers) layer.contents.list.nodes = nodes;
  return numbered ? NodeNames() : std::move(names).take();
}

bool describes_nodes(const GraphContents& contents) {
  return !contents.attributes.none() || !contents.labels.none() || !contents.table.none();
}

void check_nodes(const std::vector<GraphLayer>& layers, NodeId first, NodeId all) {
  if (all == first || !describes_nodes(layers.front().contents)) return;
  throw ParseError({layers[1].file.string()},
                   fmt::format("{} nodes are not in {}, which has attributes or labels of its nodes",
                               grouped(all - first), layers.front().file.string()));
}

BuildReport& operator+=(BuildReport& sum, const BuildReport& other) {
  sum.entries_read += other.entries_read;
  sum.self_loops_dropped += other.self_loops_dropped;
  sum.repeats_merged += other.repeats_merged;
  sum.directions_joined += other.directions_joined;
  return sum;
}

// The entries of a layer behind those of the layers before, weights 1 where it has none.
void append(EntryList& all, GraphView layer, const RunContext& run) {
  for_each_edge(layer, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    all.entries.push_back({u, v});
    all.weights.push_back(layer.weighted() ? layer.weights()[entry] : 1.0);
  });
}

std::string account_of(const std::vector<std::string>& counts, std::uint64_t shared) {
  std::string text = fmt::format("{} files joined ({})", counts.size(), fmt::join(counts, ", "));
  if (shared > 0) text += fmt::format("; {} edges are in several, their weights added", grouped(shared));
  return text;
}

Graph without_equal_weights(Graph graph) {
  if (std::ranges::any_of(graph.weights(), [](double w) { return w != 1.0; })) return graph;
  return Graph(GraphView(graph.offsets(), graph.targets(), {}, graph.directed()));
}

}  // namespace

JoinedGraphs join_graphs(std::vector<GraphLayer> layers, const BuildOptions& build, const RunContext& run) {
  const NodeId first = layers.front().contents.list.nodes;
  NodeNames names = number_nodes(layers, run);
  check_nodes(layers, first, layers.front().contents.list.nodes);
  JoinedGraphs joined;
  EntryList all{.nodes = layers.front().contents.list.nodes, .entries = {}, .weights = {}};
  std::vector<std::string> counts;
  BuildReport report;
  for (const GraphLayer& layer : layers) {
    const BuiltGraph built = build_graph(layer.contents.list, build, run);
    report += built.report;
    counts.push_back(fmt::format("{}: {} edges", layer.file.filename().string(), grouped(built.graph.edges())));
    append(all, built.graph, run);
  }
  if (build.binary) all.weights.clear();
  joined.built = build_graph(all, build, run);
  const std::uint64_t shared = joined.built.report.repeats_merged;
  report.repeats_merged += shared;
  joined.built.report = report;
  joined.built.graph = without_equal_weights(std::move(joined.built.graph));
  joined.contents = std::move(layers.front().contents);
  joined.contents.list = {};
  joined.contents.names = std::move(names);
  for (std::size_t i = 1; i < layers.size(); ++i) {
    auto& account = layers[i].contents.account;
    joined.contents.account.insert(joined.contents.account.end(), account.begin(), account.end());
    if (layers[i].contents.directed.value_or(false)) joined.contents.directed = true;
  }
  joined.contents.account.push_back(account_of(counts, shared));
  return joined;
}

}  // namespace cgsd
