#include "cgsd/summary/graph_facts.hpp"

#include <algorithm>

#include "cgsd/graph/components.hpp"

namespace cgsd {
namespace {

std::span<const float> stored_values(AttributesView attributes, std::size_t row) {
  if (!attributes.is_sparse()) return attributes.dense().row(row);
  const SparseView sparse = attributes.sparse();
  return std::span(sparse.values).subspan(sparse.offsets[row], sparse.offsets[row + 1] - sparse.offsets[row]);
}

std::uint64_t count_empty_rows(AttributesView attributes) {
  std::uint64_t empty = 0;
  for (std::size_t i = 0; i < attributes.rows(); ++i) {
    empty += std::ranges::all_of(stored_values(attributes, i), [](float x) { return x == 0.0f; }) ? 1 : 0;
  }
  return empty;
}

AttributeFacts attribute_facts(AttributesView attributes) {
  const double cells = static_cast<double>(attributes.rows()) * static_cast<double>(attributes.cols());
  const std::uint64_t nonzeros = attributes.nonzeros();
  return {attributes.is_sparse(), attributes.cols(), nonzeros,
          cells > 0.0 ? static_cast<double>(nonzeros) / cells : 0.0, count_empty_rows(attributes)};
}

LabelFacts label_facts(const DatasetView& data, const RunContext& run) {
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

}  // namespace

GraphFacts graph_facts(const DatasetView& data, const RunContext& run) {
  const GraphView graph = data.input.graph;
  const Components components = connected_components(graph, run.stage("components"));
  GraphFacts facts{.nodes = graph.nodes(),
                   .edges = graph.edges(),
                   .directed = graph.directed(),
                   .weighted = graph.weighted(),
                   .report = data.report,
                   .account = {data.account.begin(), data.account.end()},
                   .degrees = degree_statistics(graph),
                   .components = components.count(),
                   .largest_component = components.largest(),
                   .attributes = {},
                   .labels = {}};
  if (!data.input.attributes.none()) facts.attributes = attribute_facts(data.input.attributes);
  if (!data.labels.none()) facts.labels = label_facts(data, run);
  return facts;
}

}  // namespace cgsd
