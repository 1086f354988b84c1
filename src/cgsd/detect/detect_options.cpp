#include "cgsd/detect/detect_options.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/attribute_fault.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

void describe(OptionVisitor& v, DetectOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; 0: count them");
  describe_but_communities(v, o);
}

void describe_but_communities(OptionVisitor& v, DetectOptions& o) {
  v.number("max_communities", o.max_communities, {2, 10'000}, "most that may be chosen if communities = 0");
  v.flag("directed", o.directed, "work on the directed entries as given, loops included");
  v.one_of<Encoder>("encoder", o.encoder, "how attributes and edges become coordinates", true);
  v.one_of<Rounding>("rounding", o.rounding, "how coordinates become communities", false);
}

std::vector<std::pair<std::string, OptionValue>> training_settings(const DetectOptions& options) {
  auto values = dump(options);
  if (options.communities == 0) return values;
  std::erase_if(values, [](const auto& value) {
    const std::string& name = value.first;
    return name != "communities" && name != "directed" && !name.starts_with("trained.");
  });
  return values;
}

void check(const DetectOptions& options, const AttributedGraphView& input, const RunContext& run) {
  validate(options);
  const GraphView graph = input.graph;
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  if (nodes == 0) throw InvalidArgument("the graph has no nodes");
  if (std::cmp_greater(options.communities, nodes)) {
    throw InvalidArgument(fmt::format("communities = {}: the graph has only {} nodes", options.communities, nodes));
  }
  if (graph.directed() && !options.directed) {
    throw InvalidArgument(
        "directed = false: the graph has directed entries; leave --directed out, or set directed = true");
  }
  if (entries_of_all(graph, run) == 0 && input.attributes.none()) {
    throw InvalidArgument("the graph has neither edges nor attributes: there is nothing to find communities by");
  }
  if (const std::string fault = attribute_fault(input); !fault.empty()) throw InvalidArgument(fault);
  if (!std::holds_alternative<DiffusionOptions>(options.encoder)) return;
  const IdsAmongAll id(graph, run);
  const auto number = [&](NodeId v) { return std::to_string(id(v)); };
  if (const std::string fault = weight_fault(graph, number); !fault.empty()) throw InvalidArgument(fault);
}

}  // namespace cgsd
