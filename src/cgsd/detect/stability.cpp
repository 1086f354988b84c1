#include "cgsd/detect/stability.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cgsd/attributes/resampling.hpp"
#include "cgsd/metrics/accuracy.hpp"
#include "cgsd/metrics/agreement.hpp"

namespace cgsd {
namespace {

constexpr double kRounding = 1e-9;

std::vector<std::size_t> draw_with_replacement(std::size_t columns, RandomSequence random) {
  std::vector<std::size_t> drawn(columns);
  for (std::size_t& column : drawn) column = random.below(columns);
  std::ranges::sort(drawn);
  return drawn;
}

// Both partitions number their communities from 0 without a gap, so the rows and columns of the table are communities.
void compare(const Partition& given, const Partition& made, Repetitions& repetitions, std::vector<double>& stays) {
  const Contingency table = contingency(given.community_of, made.community_of);
  repetitions.ari.push_back(ari(table));
  repetitions.communities.push_back(made.communities);
  const std::vector<std::int64_t> match = best_matching(table);
  for (std::size_t v = 0; v < stays.size(); ++v) {
    const auto own = static_cast<std::size_t>(given.community_of[v]);
    if (match[own] == made.community_of[v]) stays[v] += 1.0;
  }
}

}  // namespace

double Repetitions::mean() const {
  return none() ? 1.0 : std::accumulate(ari.begin(), ari.end(), 0.0) / static_cast<double>(ari.size());
}

double Repetitions::least() const { return none() ? 1.0 : *std::ranges::min_element(ari); }

double Stability::share_of_nodes(double at_least) const {
  if (node.empty()) return 0.0;
  const auto enough = std::ranges::count_if(node, [&](double share) { return share >= at_least - kRounding; });
  return static_cast<double>(enough) / static_cast<double>(node.size());
}

Stability stability(const AttributedGraphView& input, const RepeatablePartition& of, const StabilityOptions& options,
                    const RunContext& run) {
  validate(options);
  Stability result;
  if (options.runs == 0) return result;
  result.node.assign(of.partition.community_of.size(), 0.0);
  const RunContext unheard = run.unheard();
  const bool draws = of.uses_attributes && !input.attributes.none();
  const auto runs = static_cast<std::uint64_t>(options.runs);
  const double all = static_cast<double>(runs) * (draws ? 2.0 : 1.0);
  for (std::uint64_t i = 0; i < runs; ++i) {
    run.check_stop();
    compare(of.partition, of.make(input, unheard.with_seed(run.seed() + 1 + i)), result.seeds, result.node);
    run.advance(static_cast<double>(i + 1) / all);
  }
  for (std::uint64_t i = 0; draws && i < runs; ++i) {
    run.check_stop();
    const RandomSequence random(run.stream("columns of a bootstrap").at(i));
    const Attributes sample = columns_of(input.attributes, draw_with_replacement(input.attributes.cols(), random));
    compare(of.partition, of.make({input.graph, sample}, unheard), result.attributes, result.node);
    run.advance(static_cast<double>(runs + i + 1) / all);
  }
  for (double& share : result.node) share /= all;
  return result;
}

}  // namespace cgsd
