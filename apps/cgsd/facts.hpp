// The figures that `info` and `demo` show of a dataset, as text and as JSON.
#pragma once

#include <optional>

#include "cgsd/metrics/degrees.hpp"
#include "cgsd/metrics/homophily.hpp"

#include "session.hpp"

namespace cgsd::app {

struct AttributeFacts {
  bool sparse = false;
  std::size_t columns = 0;
  double density = 0.0;
  std::uint64_t empty_rows = 0;
};

struct LabelFacts {
  std::vector<std::uint64_t> class_sizes;
  std::uint64_t unlabelled = 0;
  Homophily homophily{};
};

struct GraphFacts {
  std::string name;
  std::string format;
  NodeId nodes = 0;
  EntryIndex edges = 0;
  bool directed = false;
  bool weighted = false;
  BuildReport report;
  DegreeStatistics degrees;
  NodeId components = 0;
  NodeId largest_component = 0;
  std::optional<AttributeFacts> attributes;
  std::optional<LabelFacts> labels;
};

GraphFacts graph_facts(const NamedDataset& named, const RunContext& run);
Facts facts_of(const GraphFacts& facts);
std::string to_text(const Homophily& homophily);
Json to_json(const Homophily& homophily);
std::string to_text(const GraphFacts& facts);
Json to_json(const GraphFacts& facts);

}  // namespace cgsd::app
