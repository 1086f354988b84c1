#include "cgsd/metrics/scores.hpp"

#include <algorithm>

#include "cgsd/metrics/accuracy.hpp"
#include "cgsd/metrics/agreement.hpp"

namespace cgsd {

Agreement agreement(std::span<const std::int32_t> truth, std::span<const std::int32_t> found) {
  return agreement(contingency(truth, found));
}

Agreement agreement(const Contingency& table) {
  const auto largest = table.row_sums.empty() ? 0 : std::ranges::max(table.row_sums);
  const double share = table.total > 0 ? static_cast<double>(largest) / static_cast<double>(table.total) : 0.0;
  return {table.total, nmi(table), ami(table), ari(table), accuracy(table), macro_f1(table), share};
}

Scores scores(GraphView graph, std::span<const std::int32_t> community_of, const Labels& labels,
              const RunContext& run) {
  Scores result{cut_quality(graph, community_of, run), std::nullopt};
  if (labels.none()) return result;
  if (const Agreement found = agreement(contingency(labels.class_of, community_of, run)); found.nodes > 0)
    result.agreement = found;
  return result;
}

}  // namespace cgsd
