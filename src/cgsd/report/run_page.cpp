#include "cgsd/report/run_page.hpp"

#include <algorithm>
#include <map>

#include "cgsd/experiment/spec.hpp"
#include "cgsd/report/attribute_arrays.hpp"
#include "cgsd/report/evidence_facts.hpp"
#include "cgsd/report/explanation_arrays.hpp"
#include "cgsd/report/node_arrays.hpp"
#include "cgsd/report/page.hpp"
#include "cgsd/report/repeat_command.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

// Attributes that the cards of the communities name.
std::vector<std::string> named_attributes(const Json& manifest) {
  std::vector<std::string> names;
  for (const Json& community : manifest.at("communities").at("list"))
    for (const Json& trait : community.at("set_apart")) names.push_back(trait.at("attribute").get<std::string>());
  return names;
}

Json class_names(const Labels& labels) {
  Json names = Json::array();
  for (std::int32_t c = 0; c < labels.classes(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    names.push_back(at < labels.class_names.size() ? labels.class_names[at] : std::to_string(c));
  }
  return names;
}

// Edge weight between each two communities, the heaviest first: the graph of communities.
Json community_edges(GraphView graph, const Partition& partition) {
  constexpr std::size_t kMostPairs = 3'000;
  std::map<std::pair<std::int32_t, std::int32_t>, double> weight;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const std::int32_t a = partition.community_of[u];
      const std::int32_t b = partition.community_of[graph.targets()[i]];
      if (a < b) weight[{a, b}] += graph.weighted() ? graph.weights()[i] : 1.0;
      if (graph.directed() && b < a) weight[{b, a}] += graph.weighted() ? graph.weights()[i] : 1.0;
    }
  }
  std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, double>> pairs(weight.begin(), weight.end());
  std::ranges::stable_sort(pairs, [](const auto& a, const auto& b) { return a.second > b.second; });
  if (pairs.size() > kMostPairs) pairs.resize(kMostPairs);
  Json list = Json::array();
  for (const auto& [ends, w] : pairs) list.push_back({ends.first, ends.second, w});
  return list;
}

// What is of the whole graph, whatever part of its nodes is shown.
void add_whole(Json& facts, PackedArrays& arrays, const RunContents& run, const std::vector<NodeId>& shown) {
  const GraphView graph = run.data.input.graph;
  std::vector<std::uint32_t> degrees;
  for (const NodeId v : shown) degrees.push_back(static_cast<std::uint32_t>(graph.degree(v)));
  arrays.add("degree", std::span<const std::uint32_t>(degrees));
  facts["community_edges"] = community_edges(graph, run.found.partition);
  if (run.data.names.none() && shown.size() < graph.nodes())
    arrays.add("numbers", std::span<const std::uint32_t>(shown));
}

void add_evidence(Json& facts, const RunContents& run, const RunContext& context) {
  const GraphView graph = run.data.input.graph;
  facts["curvature"] = curvature_facts(graph, run.found.partition, context);
  facts["mixing"] = mixing_facts(graph, run.found.partition);
  facts["classes"] = class_facts(run.data.labels, run.found.partition);
  facts["confidence"] = confidence_facts(run.found.confidence.own);
}

}  // namespace

std::string run_page(const Json& manifest, const RunContents& whole, const RunContext& context) {
  const GraphView graph = whole.data.input.graph;
  const std::vector<NodeId> shown = part_of(graph, whole.found.partition, kMostNodes);
  const bool all = shown.size() == graph.nodes();
  const RunPart part = all ? RunPart{} : part_with(whole, shown);
  const RunContents run = all ? whole : part.contents();
  PackedArrays arrays;
  const std::string name = label_of_path(manifest.at("data").value("name", std::string("graph")));
  Json facts = {{"kind", "run"},
                {"title", name},
                {"run", manifest},
                {"command", repeat_command(manifest)},
                {"nodes", {{"all", graph.nodes()}, {"shown", shown.size()}, {"named", !whole.data.names.none()}}}};
  if (!whole.data.labels.none()) facts["class_names"] = class_names(whole.data.labels);
  add_node_arrays(arrays, run);
  add_whole(facts, arrays, whole, shown);
  facts["map"] = add_map_arrays(arrays, run, context.stage("map"));
  facts["attributes"] = add_attribute_arrays(arrays, run.data, named_attributes(manifest));
  facts["explained"] = all && add_explanation_arrays(arrays, run, context.stage("explanations"));
  add_evidence(facts, whole, context);
  facts["scatter"] = add_scatter(arrays, run.embedding, context);
  return report_page(std::move(facts), arrays, name + " – communities");
}

}  // namespace cgsd
