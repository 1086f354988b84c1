// What is shown of a graph: size, degrees, components, attributes and, if there are labels, classes and homophily.
// Cost: O(n + m + numbers stored).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/metrics/degrees.hpp"
#include "cgsd/metrics/homophily.hpp"

namespace cgsd {

struct AttributeFacts {
  bool sparse = false;
  std::size_t columns = 0;
  std::uint64_t nonzeros = 0;
  double density = 0.0;
  std::uint64_t empty_rows = 0;
};

struct LabelFacts {
  std::vector<std::uint64_t> class_sizes;  // by class; 0 if labels leave a number out
  std::uint64_t unlabelled = 0;
  Homophily homophily{};

  std::size_t classes_with_nodes() const {
    return class_sizes.size() - static_cast<std::size_t>(std::ranges::count(class_sizes, 0U));
  }
};

struct GraphFacts {
  NodeId nodes = 0;
  EntryIndex edges = 0;
  bool directed = false;
  bool weighted = false;
  BuildReport report;                // what building the graph did to the entries
  std::vector<std::string> account;  // what reading ignored, guessed, filled or joined
  DegreeStatistics degrees;
  NodeId components = 0;
  NodeId largest_component = 0;
  std::optional<AttributeFacts> attributes;
  std::optional<LabelFacts> labels;
};

GraphFacts graph_facts(const DatasetView& data, const RunContext& run);

}  // namespace cgsd
