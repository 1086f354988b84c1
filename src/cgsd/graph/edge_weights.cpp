#include "cgsd/graph/edge_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/ranks.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

double to_power(double weight, int power) {
  double product = weight;
  for (int k = 1; k < power; ++k) product *= weight;
  return product;
}

// The power of two that brings the largest weight near 1: no sum overflows, and no weight is rounded.
double near_one(std::span<const double> weights, const RunContext& run) {
  const double own = weights.empty() ? 0.0 : *std::ranges::max_element(weights);
  const double largest = largest_over_processes(run, own);
  return largest > 0.0 ? std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1022, 1023)) : 1.0;
}

double least_above_zero(std::span<const double> weights) {
  double least = std::numeric_limits<double>::infinity();
  for (const double weight : weights)
    if (weight > 0.0) least = std::min(least, weight);
  return least;
}

// Of the weights that are not 0, each multiplied by `scale`.
double mean_of(std::span<const double> weights, double scale, const RunContext& run) {
  std::array sum_and_count = {0.0, 0.0};
  for (const double weight : weights) {
    if (weight == 0.0) continue;
    sum_and_count[0] += scale * weight;
    sum_and_count[1] += 1.0;
  }
  sum_over_processes(run, sum_and_count);
  return sum_and_count[1] > 0.0 ? sum_and_count[0] / sum_and_count[1] : 1.0;
}

// Those of all processes.
bool all_equal(std::span<const double> weights, const RunContext& run) {
  double least = std::numeric_limits<double>::infinity();
  double largest = -least;
  for (const double weight : weights) {
    least = std::min(least, weight);
    largest = std::max(largest, weight);
  }
  return largest_over_processes(run, largest) <= -largest_over_processes(run, -least);
}

Graph divided(GraphView graph, double scale, double mean, const RunContext& run) {
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  std::vector<double> weights;
  offsets.reserve(graph.offsets().size());
  targets.reserve(graph.entries());
  weights.reserve(graph.entries());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double weight = scale * graph.weights()[i] / mean;
      if (weight == 0.0) continue;
      targets.push_back(graph.targets()[i]);
      weights.push_back(weight);
    }
    offsets.push_back(targets.size());
  }
  if (all_equal(weights, run)) weights.clear();
  return {std::move(offsets), std::move(targets), std::move(weights), graph.directed()};
}

}  // namespace

std::vector<double> entry_weights(GraphView graph) {
  if (!graph.weighted()) return std::vector<double>(graph.entries(), 1.0);
  return {graph.weights().begin(), graph.weights().end()};
}

std::vector<double> strengths(GraphView graph, int power) {
  std::vector<double> sum(graph.nodes(), 0.0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (!graph.weighted()) sum[u] = static_cast<double>(graph.degree(u));
    if (!graph.weighted()) continue;
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) sum[u] += to_power(graph.weights()[i], power);
  }
  return sum;
}

double mean_over_nodes(GraphView graph, double sum, const RunContext& run) {
  std::array parts = {sum, static_cast<double>(graph.nodes())};
  sum_over_processes(run, parts);
  return parts[1] > 0.0 ? parts[0] / parts[1] : 0.0;
}

double mean_strength(GraphView graph, const RunContext& run) {
  if (!graph.weighted()) return mean_over_nodes(graph, static_cast<double>(graph.entries()), run);
  double sum = 0.0;
  for (const double strength : strengths(graph)) sum += strength;
  return mean_over_nodes(graph, sum, run);
}

double effective_degree(GraphView graph, const RunContext& run) {
  if (!graph.weighted()) return mean_strength(graph, run);
  const std::vector<double> first = strengths(graph);
  const std::vector<double> second = strengths(graph, 2);
  double sum = 0.0;
  for (std::size_t v = 0; v < first.size(); ++v) sum += second[v] > 0.0 ? first[v] * first[v] / second[v] : 0.0;
  return mean_over_nodes(graph, sum, run);
}

std::uint64_t entries_of_all(GraphView graph, const RunContext& run) { return rows_of_all(run, graph.entries()); }

double effective_edges(GraphView graph, const RunContext& run) {
  if (!graph.weighted()) {
    const auto entries = static_cast<double>(entries_of_all(graph, run));
    return graph.directed() ? entries : entries / 2.0;
  }
  std::array sums = {0.0, 0.0};
  for (const double weight : graph.weights()) {
    sums[0] += weight;
    sums[1] += weight * weight;
  }
  sum_over_processes(run, sums);
  const double entries = sums[1] > 0.0 ? sums[0] * sums[0] / sums[1] : 0.0;
  return graph.directed() ? entries : entries / 2.0;
}

std::string weight_fault(GraphView graph, const std::function<std::string(NodeId)>& name) {
  const auto weights = graph.weights();
  const auto bad = std::ranges::find_if(weights, [](double w) { return !(w >= 0.0) || !std::isfinite(w); });
  if (bad == weights.end()) return {};
  const auto entry = static_cast<EntryIndex>(bad - weights.begin());
  const auto source = std::ranges::upper_bound(graph.offsets(), entry) - graph.offsets().begin() - 1;
  const auto spelled = [&](NodeId v) { return name ? name(v) : std::to_string(v); };
  return fmt::format("edge {}–{} has weight {}, and weights below 0 cannot be used (--weights ignore leaves all out)",
                     spelled(static_cast<NodeId>(source)), spelled(graph.targets()[entry]), *bad);
}

GraphView in_mean_weights(GraphView graph, std::string_view method, Graph& room, const RunContext& run) {
  if (!graph.weighted()) return graph;
  if (const std::string fault = weight_fault(graph); !fault.empty())
    throw InvalidArgument(fmt::format("{}: {}", method, fault));
  const double scale = near_one(graph.weights(), run);
  room = divided(graph, scale, mean_of(graph.weights(), scale, run), run);
  return room;
}

Graph with_scaled_weights(GraphView graph, WeightScale scale, const RunContext& run) {
  if (!graph.weighted() || scale == WeightScale::none) return Graph(graph);
  if (const std::string fault = weight_fault(graph); !fault.empty())
    throw InvalidArgument(fmt::format("--weights-scale {}: {}", name_of(scale), fault));
  const auto given = graph.weights();
  const double least = least_above_zero(given);
  std::vector<double> weights = rank_shares(given, run);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == 0.0) {
      weights[i] = 0.0;
    } else if (scale == WeightScale::log) {
      weights[i] = std::log1p(given[i] / least);
    }
  }
  return {{graph.offsets().begin(), graph.offsets().end()},
          {graph.targets().begin(), graph.targets().end()},
          std::move(weights),
          graph.directed()};
}

double decades_of_weights(GraphView graph) {
  if (!graph.weighted() || !weight_fault(graph).empty()) return 0.0;
  const double largest = *std::ranges::max_element(graph.weights());
  return largest > 0.0 ? std::log10(largest) - std::log10(least_above_zero(graph.weights())) : 0.0;
}

double WeightMap::operator()(double weight) const {
  const double in_mean = weight / unit;
  return power > 0 ? to_power(in_mean / (in_mean + 1.0), power) / form_unit : in_mean;
}

WeightMap mean_weight_map(GraphView graph, const RunContext& run) {
  if (!graph.weighted()) return {};
  const double scale = near_one(graph.weights(), run);
  return {.unit = mean_of(graph.weights(), scale, run) / scale};
}

GraphView in_saturated_weights(GraphView in_mean, Graph& room, WeightMap& map, const RunContext& run) {
  if (!in_mean.weighted() || map.power == 0) return in_mean;
  std::vector<double> weights = entry_weights(in_mean);
  for (double& weight : weights) weight = to_power(weight / (weight + 1.0), map.power);
  map.form_unit = mean_of(weights, 1.0, run);
  for (double& weight : weights) weight /= map.form_unit;
  room = Graph({in_mean.offsets().begin(), in_mean.offsets().end()},
               {in_mean.targets().begin(), in_mean.targets().end()}, std::move(weights), in_mean.directed());
  return room;
}

}  // namespace cgsd
