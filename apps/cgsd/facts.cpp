#include "facts.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/graph/components.hpp"

namespace cgsd::app {
namespace {

std::uint64_t count_empty_rows(const Attributes& attributes) {
  std::uint64_t empty = 0;
  for (std::size_t i = 0; i < attributes.rows(); ++i) {
    const auto values = attributes.is_sparse()
                            ? std::span(attributes.sparse().values)
                                  .subspan(attributes.sparse().offsets[i],
                                           attributes.sparse().offsets[i + 1] - attributes.sparse().offsets[i])
                            : attributes.dense().row(i);
    empty += std::all_of(values.begin(), values.end(), [](float x) { return x == 0.0f; }) ? 1 : 0;
  }
  return empty;
}

AttributeFacts attribute_facts(const Attributes& attributes) {
  const double cells = static_cast<double>(attributes.rows()) * static_cast<double>(attributes.cols());
  return {attributes.is_sparse(), attributes.cols(),
          cells > 0.0 ? static_cast<double>(attributes.nonzeros()) / cells : 0.0, count_empty_rows(attributes)};
}

LabelFacts label_facts(const Dataset& data, const RunContext& run) {
  LabelFacts facts;
  facts.class_sizes.resize(static_cast<std::size_t>(data.labels.classes()), 0);
  for (const std::int32_t c : data.labels.class_of) {
    if (c == kUnlabelled) {
      ++facts.unlabelled;
    } else {
      ++facts.class_sizes[static_cast<std::size_t>(c)];
    }
  }
  facts.homophily = homophily(data.input.graph, data.labels, run);
  return facts;
}

std::string entries_text(const GraphFacts& f) {
  std::vector<std::string> done;
  const auto mention = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) done.push_back(fmt::format("{} {}", grouped(count), what));
  };
  mention(f.report.self_loops_dropped, "loops dropped");
  mention(f.report.repeats_merged, "repeats merged");
  mention(f.report.directions_joined, "pairs listed both ways joined");
  return done.empty() ? "" : fmt::format("{} entries: {}", grouped(f.report.entries_read), fmt::join(done, ", "));
}

std::string classes_text(const LabelFacts& facts) {
  constexpr std::size_t kMost = 12;
  auto sizes = facts.class_sizes;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, sizes.size()); ++i) shown.push_back(grouped(sizes[i]));
  std::string text =
      fmt::format("{} of {}{} nodes", sizes.size(), fmt::join(shown, ", "), sizes.size() > kMost ? ", …" : "");
  if (facts.unlabelled > 0) text += fmt::format("; {} nodes without a class", grouped(facts.unlabelled));
  return text;
}

}  // namespace

GraphFacts graph_facts(const NamedDataset& named, const RunContext& run) {
  const Dataset& data = named.data;
  const Graph& graph = data.input.graph;
  const Components components = connected_components(graph, run.stage("components"));
  GraphFacts facts{.name = named.name,
                   .format = named.format,
                   .nodes = graph.nodes(),
                   .edges = graph.edges(),
                   .directed = graph.directed(),
                   .weighted = graph.weighted(),
                   .report = data.report,
                   .degrees = degree_statistics(graph),
                   .components = components.count(),
                   .largest_component = components.largest(),
                   .attributes = {},
                   .labels = {}};
  if (!data.input.attributes.none()) facts.attributes = attribute_facts(data.input.attributes);
  if (!data.labels.none()) facts.labels = label_facts(data, run);
  return facts;
}

std::string to_text(const Homophily& h) {
  return fmt::format("edge {}, node {}, adjusted {}; label informativeness {}", number_text(h.edge, 4),
                     number_text(h.node, 4), number_text(h.adjusted, 4), number_text(h.label_informativeness, 4));
}

Json to_json(const Homophily& h) {
  return {{"edge", to_json(h.edge)},
          {"node", to_json(h.node)},
          {"adjusted", to_json(h.adjusted)},
          {"label_informativeness", to_json(h.label_informativeness)},
          {"labelled_edges", h.labelled_edges}};
}

Facts facts_of(const GraphFacts& f) {
  Facts lines = {
      {"nodes", grouped(f.nodes)},
      {f.directed ? "entries" : "edges",
       fmt::format("{}{}{}", grouped(f.edges), f.directed ? ", directed" : "", f.weighted ? ", weighted" : "")},
      {"read from", entries_text(f)},
      {"degree", fmt::format("mean {:.2f}, median {:g}, largest {}; {} isolated {}", f.degrees.mean, f.degrees.median,
                             grouped(f.degrees.maximum), grouped(f.degrees.isolated),
                             f.degrees.isolated == 1 ? "node" : "nodes")},
      {"components", fmt::format("{}; the largest has {} nodes", grouped(f.components), grouped(f.largest_component))}};
  if (f.attributes) {
    lines.emplace_back("attributes",
                       fmt::format("{} {} columns, {:.2f} % of the values are not 0; {} empty rows",
                                   grouped(f.attributes->columns), f.attributes->sparse ? "sparse" : "dense",
                                   100.0 * f.attributes->density, grouped(f.attributes->empty_rows)));
  } else {
    lines.emplace_back("attributes", "none");
  }
  if (f.labels) {
    lines.emplace_back("classes", classes_text(*f.labels));
    lines.emplace_back("homophily", to_text(f.labels->homophily));
  }
  return lines;
}

std::string to_text(const GraphFacts& f) {
  return fmt::format("{} ({})\n{}", f.name, f.format, fact_list(facts_of(f)));
}

Json to_json(const GraphFacts& f) {
  Json json = {{"name", f.name},
               {"format", f.format},
               {"nodes", f.nodes},
               {"edges", f.edges},
               {"directed", f.directed},
               {"weighted", f.weighted},
               {"entries_read", f.report.entries_read},
               {"self_loops_dropped", f.report.self_loops_dropped},
               {"repeats_merged", f.report.repeats_merged},
               {"directions_joined", f.report.directions_joined},
               {"degree",
                {{"mean", f.degrees.mean},
                 {"median", f.degrees.median},
                 {"minimum", f.degrees.minimum},
                 {"maximum", f.degrees.maximum}}},
               {"isolated", f.degrees.isolated},
               {"components", f.components},
               {"largest_component", f.largest_component},
               {"attributes", nullptr},
               {"classes", nullptr},
               {"homophily", nullptr}};
  if (f.attributes) {
    json["attributes"] = {{"columns", f.attributes->columns},
                          {"form", f.attributes->sparse ? "sparse" : "dense"},
                          {"density", f.attributes->density},
                          {"empty_rows", f.attributes->empty_rows}};
  }
  if (f.labels) {
    json["classes"] = {{"count", f.labels->class_sizes.size()},
                       {"sizes", f.labels->class_sizes},
                       {"unlabelled", f.labels->unlabelled}};
    json["homophily"] = to_json(f.labels->homophily);
  }
  return json;
}

}  // namespace cgsd::app
