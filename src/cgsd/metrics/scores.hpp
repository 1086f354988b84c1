// Everything that is reported of a partition: how it fits the graph, and how it agrees with known classes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/metrics/contingency.hpp"
#include "cgsd/metrics/cut_quality.hpp"

namespace cgsd {

// With the classes of the labelled nodes; the others are left out. See agreement.hpp and accuracy.hpp.
struct Agreement {
  std::uint64_t nodes = 0;  // that have a class
  double nmi = 0.0;
  double ami = 0.0;
  double ari = 0.0;
  double accuracy = 0.0;
  double macro_f1 = 0.0;
  double largest_class = 0.0;  // share of the nodes in it: the accuracy of one community for all
};

struct Scores {
  CutQuality cut;
  std::optional<Agreement> agreement;  // if some node has a class
};

Agreement agreement(std::span<const std::int32_t> truth, std::span<const std::int32_t> found);
Agreement agreement(const Contingency& table);

Scores scores(GraphView graph, std::span<const std::int32_t> community_of, const Labels& labels, const RunContext& run);

}  // namespace cgsd
