#include "cgsd/summary/node_explanation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/summary/attribute_columns.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNamed = 5;
constexpr double kLeastEvidence = 0.1;
constexpr double kCutAt = 3.0;

// One set of nodes: how many, and the sums of every column.
struct Sums {
  double nodes = 0.0;
  std::vector<double> amount;
  std::vector<double> squares;

  explicit Sums(std::size_t columns) : amount(columns, 0.0), squares(columns, 0.0) {}
  double mean(std::size_t j) const { return nodes > 0.0 ? amount[j] / nodes : 0.0; }
};

// Of which node, and which communities are compared.
struct Question {
  DatasetView data;
  const Partition& partition;
  NodeId node;
  std::int32_t own;
  std::int32_t other;  // kNoOther: all that are not own

  bool is_other(std::int32_t c) const { return other == kNoOther ? c != own : c == other; }
};

void add(Sums& to, const std::vector<AttributeColumn>& columns, AttributesView x, std::size_t row) {
  to.nodes += 1.0;
  for_each_stored(x, row, [&](std::size_t j, float stored) {
    const double zero = columns[j].of_zero();
    const double amount = columns[j].amount(stored);
    to.amount[j] += amount - zero;
    to.squares[j] += amount * amount - zero * zero;
  });
}

// What is not stored is 0.
void complete(Sums& sums, const std::vector<AttributeColumn>& columns) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double zero = columns[j].of_zero();
    sums.amount[j] += sums.nodes * zero;
    sums.squares[j] += sums.nodes * zero * zero;
  }
}

struct Compared {
  Sums own;
  Sums other;
  Sums all;
};

double share_evidence(bool has, const Compared& sums, std::size_t j) {
  const auto smoothed = [&](const Sums& of) {
    const double p = (of.amount[j] + 0.5) / (of.nodes + 1.0);
    return has ? p : 1.0 - p;
  };
  return std::log(smoothed(sums.own) / smoothed(sums.other));
}

double number_evidence(double value, const Compared& sums, std::size_t j) {
  const double mean = sums.all.mean(j);
  const double variance = sums.all.squares[j] / sums.all.nodes - mean * mean;
  if (!(variance > 1e-12 * mean * mean)) return 0.0;
  const double cut = kCutAt * std::sqrt(variance);
  const double x = std::clamp(value, mean - cut, mean + cut);
  const double to_own = x - sums.own.mean(j);
  const double to_other = x - sums.other.mean(j);
  return (to_other * to_other - to_own * to_own) / (2.0 * variance);
}

Compared compared_sums(const Question& q, const std::vector<AttributeColumn>& columns) {
  const AttributesView x = q.data.input.attributes;
  Compared sums{Sums(columns.size()), Sums(columns.size()), Sums(columns.size())};
  for (std::size_t v = 0; v < x.rows(); ++v) {
    const std::int32_t c = q.partition.community_of[v];
    add(sums.all, columns, x, v);
    if (c == q.own) add(sums.own, columns, x, v);
    if (q.is_other(c)) add(sums.other, columns, x, v);
  }
  for (Sums* part : {&sums.own, &sums.other, &sums.all}) complete(*part, columns);
  return sums;
}

std::string side_name(const NodeExplanation& e) {
  return e.other >= 0 ? fmt::format("in community {}", e.other) : "elsewhere";
}

std::string evidence_words(const AttributeEvidence& a, const NodeExplanation& e) {
  const std::string own = amount_text(a.kind, a.own, a.other);
  const std::string other = amount_text(a.kind, a.other, a.own);
  if (a.kind == TraitKind::share)
    return fmt::format("{}{} ({} in its community, {} {})", a.value < 0.5 ? "not " : "", a.label, own, other,
                       side_name(e));
  return fmt::format("{} {} (mean {} in its community, {} {})", a.label,
                     amount_text(a.kind, a.value, a.value + a.own - a.other), own, other, side_name(e));
}

// The node's attributes that can speak for or against.
std::vector<AttributeEvidence> all_evidence(const Question& q) {
  const AttributesView x = q.data.input.attributes;
  std::vector<AttributeEvidence> found;
  if (x.none()) return found;
  const std::vector<AttributeColumn> columns = attribute_columns(q.data);
  const Compared sums = compared_sums(q, columns);
  if (sums.other.nodes == 0.0) return found;
  std::vector<double> value;
  for (const AttributeColumn& column : columns) value.push_back(column.of_zero());
  for_each_stored(x, q.node, [&](std::size_t j, float stored) { value[j] = columns[j].amount(stored); });
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const bool share = columns[j].kind == TraitKind::share;
    if (columns[j].present_if_not_zero && value[j] == 0.0) continue;
    AttributeEvidence a{.attribute = attribute_name(q.data, j), .label = attribute_label(q.data, j), .words = {}};
    a.kind = columns[j].kind;
    a.value = value[j];
    a.own = sums.own.mean(j);
    a.other = sums.other.mean(j);
    a.evidence = share ? share_evidence(a.value >= 0.5, sums, j) : number_evidence(a.value, sums, j);
    found.push_back(std::move(a));
  }
  return found;
}

void weigh_attributes(NodeExplanation& e, std::vector<AttributeEvidence> evidence) {
  std::ranges::stable_sort(evidence,
                           [](const auto& a, const auto& b) { return std::abs(a.evidence) > std::abs(b.evidence); });
  for (AttributeEvidence& a : evidence) {
    if (std::abs(a.evidence) < kLeastEvidence) break;
    auto& side = a.evidence > 0.0 ? e.speaks_for : e.speaks_against;
    if (side.size() == kNamed) continue;
    a.words = evidence_words(a, e);
    side.push_back(std::move(a));
  }
}

void meet_neighbours(NodeExplanation& e, const Question& q) {
  const GraphView graph = q.data.input.graph;
  struct Met {
    NodeId node;
    double weight;
  };
  std::vector<Met> met;
  for (EntryIndex i = graph.row_begin(q.node); i < graph.row_end(q.node); ++i)
    met.push_back({graph.targets()[i], graph.weighted() ? graph.weights()[i] : 1.0});
  std::ranges::stable_sort(met, [](const Met& a, const Met& b) { return a.weight > b.weight; });
  e.neighbours = met.size();
  for (const Met& m : met) {
    const std::int32_t c = q.partition.community_of[m.node];
    const bool next_best = q.other != kNoOther && c == q.other;
    NeighbourGroup& group = c == q.own ? e.in_own : next_best ? e.in_other : e.elsewhere;
    ++group.count;
    group.weight += m.weight;
    if (group.names.size() < kNamed) group.names.push_back(q.data.names.name(m.node));
  }
}

double share_less_sure(const FoundCommunities& found, NodeId node) {
  const double own = found.confidence.own[node];
  if (!std::isfinite(own)) return std::numeric_limits<double>::quiet_NaN();
  double lower = 0.0;
  double others = 0.0;
  for (std::size_t v = 0; v < found.partition.community_of.size(); ++v) {
    if (v == node || found.partition.community_of[v] != found.partition.community_of[node]) continue;
    others += 1.0;
    if (found.confidence.own[v] < own) lower += 1.0;
  }
  return others > 0.0 ? lower / others : std::numeric_limits<double>::quiet_NaN();
}

std::string listed(const NeighbourGroup& group) {
  const std::size_t more = group.count - group.names.size();
  return fmt::format("{}{}", fmt::join(group.names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string place_sentence(const NodeExplanation& e) {
  std::string text =
      fmt::format("{} is in community {} ({} node{})", e.node, e.community, grouped(e.size), e.size == 1 ? "" : "s");
  if (std::isfinite(e.confidence)) text += fmt::format(" with confidence {:.2f}", e.confidence);
  if (std::isfinite(e.less_sure))
    text += fmt::format("; {:.0f} % of the others in it have a lower one", 100.0 * e.less_sure);
  text += ".";
  if (e.other >= 0) text += fmt::format(" Next best is community {} ({} nodes).", e.other, grouped(e.other_size));
  return text;
}

std::string neighbour_sentence(const NodeExplanation& e) {
  if (e.neighbours == 0) return "It has no neighbours.";
  std::string text =
      fmt::format("{} of its {} neighbour{} {} in its community", grouped(e.in_own.count), grouped(e.neighbours),
                  e.neighbours == 1 ? "" : "s", e.in_own.count == 1 ? "is" : "are");
  if (e.in_own.count > 0) text += fmt::format(" ({})", listed(e.in_own));
  if (e.in_other.count > 0)
    text += fmt::format(", {} in community {} ({})", grouped(e.in_other.count), e.other, listed(e.in_other));
  if (e.elsewhere.count > 0)
    text += fmt::format(", {} elsewhere ({})", grouped(e.elsewhere.count), listed(e.elsewhere));
  return text + ".";
}

}  // namespace

NodeExplanation explain_node(const DatasetView& data, const FoundCommunities& found, NodeId node) {
  const Partition& partition = found.partition;
  if (node >= partition.community_of.size()) throw InvalidArgument(fmt::format("there is no node {}", node));
  const Question q{data, partition, node, partition.community_of[node], found.confidence.other[node]};
  const std::vector<std::uint64_t> sizes = community_sizes(partition);
  NodeExplanation e;
  e.node = data.names.name(node);
  e.community = found.ids[static_cast<std::size_t>(q.own)];
  e.size = sizes[static_cast<std::size_t>(q.own)];
  e.confidence = found.confidence.own[node];
  e.less_sure = share_less_sure(found, node);
  if (q.other != kNoOther) {
    e.other = found.ids[static_cast<std::size_t>(q.other)];
    e.other_size = sizes[static_cast<std::size_t>(q.other)];
  }
  meet_neighbours(e, q);
  weigh_attributes(e, all_evidence(q));
  e.place = place_sentence(e);
  e.neighbourhood = neighbour_sentence(e);
  return e;
}

NodeId find_node(const DatasetView& data, const std::string& name) {
  const NodeId nodes = data.input.graph.nodes();
  if (data.names.none()) {
    NodeId node = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), node);
    if (error == std::errc{} && end == name.data() + name.size() && node < nodes) return node;
    throw InvalidArgument(fmt::format("there is no node {}: nodes are the numbers 0 to {}", in_quotes(name),
                                      std::max<NodeId>(nodes, 1) - 1));
  }
  std::vector<std::string> names;
  for (NodeId v = 0; v < nodes; ++v) {
    if (data.names.view(v) == name) return v;
    names.push_back(data.names.name(v));
  }
  const std::string near = nearest_word(name, names);
  throw InvalidArgument(near.empty()
                            ? fmt::format("there is no node {}; nodes are called {}, …", in_quotes(name),
                                          in_quotes(names.empty() ? "" : names.front()))
                            : fmt::format("there is no node {}; did you mean {}?", in_quotes(name), in_quotes(near)));
}

}  // namespace cgsd
