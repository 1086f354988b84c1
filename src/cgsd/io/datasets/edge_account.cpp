#include "cgsd/io/datasets/edge_account.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {
namespace {

constexpr double kFewMutual = 0.01;   // fewer are slips of an undirected list
constexpr double kMostMutual = 0.99;  // more are an undirected list of both entries of every edge
constexpr double kManyDecades = 2.0;

// Of the entries between different nodes, each counted once.
double mutual_share(GraphView graph, const BuildReport& report) {
  const auto joined = static_cast<double>(report.directions_joined);
  const double entries = static_cast<double>(graph.edges()) + joined;
  return entries > 0.0 ? 2.0 * joined / entries : 0.0;
}

std::string direction_text(GraphView graph, const BuildReport& report, std::optional<bool> directed) {
  if (graph.directed() || graph.edges() == 0 || directed == false) return {};
  const double share = mutual_share(graph, report);
  const bool looks_directed = share >= kFewMutual && share <= kMostMutual;
  if (!directed && !looks_directed) return {};
  return fmt::format("{}: {:.0f} % of the entries are mutual; directions were joined",
                     directed ? "directed file" : "the entries look directed", 100.0 * share);
}

}  // namespace

std::vector<std::string> edge_account(GraphView graph, const BuildReport& report, std::optional<bool> directed) {
  std::vector<std::string> account;
  const auto mention = [&](std::string text) {
    if (!text.empty()) account.push_back(std::move(text));
  };
  mention(direction_text(graph, report, directed));
  const auto zeros = static_cast<std::uint64_t>(std::ranges::count(graph.weights(), 0.0)) / (graph.directed() ? 1 : 2);
  if (zeros > 0) mention(fmt::format("{} edges of weight 0 count as none", grouped(zeros)));
  if (const double decades = decades_of_weights(graph); decades > kManyDecades) {
    mention(fmt::format("weights span {:.1f} decades; --weights-scale log or rank evens them out", decades));
  }
  return account;
}

void add_edge_account(Dataset& data, std::optional<bool> directed) {
  for (std::string& clause : edge_account(data.input.graph, data.report, directed))
    data.account.push_back(std::move(clause));
}

}  // namespace cgsd
