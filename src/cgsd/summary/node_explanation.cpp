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

// Two sets of nodes that are compared, by one column: how many nodes, and their sum.
struct Side {
  double nodes = 0.0;
  double amount = 0.0;
  double mean() const { return nodes > 0.0 ? amount / nodes : 0.0; }
};

double share_evidence(bool has, const Side& own, const Side& other) {
  const auto smoothed = [&](const Side& of) {
    const double p = (of.amount + 0.5) / (of.nodes + 1.0);
    return has ? p : 1.0 - p;
  };
  return std::log(smoothed(own) / smoothed(other));
}

// All nodes, by one column.
struct Spread {
  double mean = 0.0;
  double variance = 0.0;
};

double number_evidence(double value, const Side& own, const Side& other, const Spread& all) {
  if (!(all.variance > 1e-12 * all.mean * all.mean)) return 0.0;
  const double cut = kCutAt * std::sqrt(all.variance);
  const double x = std::clamp(value, all.mean - cut, all.mean + cut);
  const double to_own = x - own.mean();
  const double to_other = x - other.mean();
  return (to_other * to_other - to_own * to_own) / (2.0 * all.variance);
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

// Of which node, and which communities are compared.
struct Question {
  NodeId node;
  std::int32_t own;
  std::int32_t other;  // kNoOther: all that are not own
};

void meet_neighbours(NodeExplanation& e, const DatasetView& data, const Partition& partition, const Question& q) {
  const GraphView graph = data.input.graph;
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
    const std::int32_t c = partition.community_of[m.node];
    const bool next_best = q.other != kNoOther && c == q.other;
    NeighbourGroup& group = c == q.own ? e.in_own : next_best ? e.in_other : e.elsewhere;
    ++group.count;
    group.weight += m.weight;
    if (group.names.size() < kNamed) group.names.push_back(data.names.name(m.node));
  }
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

// A column that may be named.
struct Weighed {
  std::size_t column = 0;
  double value = 0.0;
  double evidence = 0.0;
};

}  // namespace

// What is known of all nodes at once.
struct NodeExplainer::Figures {
  std::vector<std::uint64_t> sizes;             // of the communities
  std::vector<std::vector<double>> confidence;  // likewise, ascending, without NaN
  std::vector<AttributeColumn> columns;
  Matrix<double> amounts;  // community by column: sums
  std::vector<double> total;
  std::vector<Spread> spread;
  double nodes = 0.0;

  Figures(const DatasetView& data, const FoundCommunities& found) : sizes(community_sizes(found.partition)) {
    nodes = static_cast<double>(found.partition.community_of.size());
    confidence.resize(sizes.size());
    for (std::size_t v = 0; v < found.confidence.own.size(); ++v) {
      if (std::isfinite(found.confidence.own[v]))
        confidence[static_cast<std::size_t>(found.partition.community_of[v])].push_back(found.confidence.own[v]);
    }
    for (auto& values : confidence) std::ranges::sort(values);
    if (!data.input.attributes.none()) add_columns(data, found.partition);
  }

  void add_columns(const DatasetView& data, const Partition& partition) {
    columns = attribute_columns(data);
    amounts = Matrix<double>(sizes.size(), columns.size());
    std::vector<double> squares(columns.size(), 0.0);
    for (std::size_t v = 0; v < partition.community_of.size(); ++v) {
      const auto c = static_cast<std::size_t>(partition.community_of[v]);
      for_each_stored(data.input.attributes, v, [&](std::size_t j, float stored) {
        const double zero = columns[j].of_zero();
        const double amount = columns[j].amount(stored);
        amounts(c, j) += amount - zero;
        squares[j] += amount * amount - zero * zero;
      });
    }
    complete(squares);
  }

  // What is not stored is 0.
  void complete(const std::vector<double>& squares) {
    total.assign(columns.size(), 0.0);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double zero = columns[j].of_zero();
      for (std::size_t c = 0; c < sizes.size(); ++c) {
        amounts(c, j) += static_cast<double>(sizes[c]) * zero;
        total[j] += amounts(c, j);
      }
      const double mean = total[j] / nodes;
      spread.push_back({mean, (squares[j] + nodes * zero * zero) / nodes - mean * mean});
    }
  }

  Side side(std::int32_t community, std::size_t j) const {
    const auto c = static_cast<std::size_t>(community);
    return {static_cast<double>(sizes[c]), amounts(c, j)};
  }
  Side other_side(const Question& q, std::size_t j) const {
    if (q.other != kNoOther) return side(q.other, j);
    const Side own = side(q.own, j);
    return {nodes - own.nodes, total[j] - own.amount};
  }

  double share_less_sure(std::int32_t community, double own) const {
    const auto c = static_cast<std::size_t>(community);
    if (!std::isfinite(own) || sizes[c] < 2) return std::numeric_limits<double>::quiet_NaN();
    const auto lower = std::ranges::lower_bound(confidence[c], own) - confidence[c].begin();
    return static_cast<double>(lower) / static_cast<double>(sizes[c] - 1);
  }

  // The node's attributes that speak for or against, the strongest first.
  std::vector<Weighed> weighed(AttributesView x, const Question& q) const {
    std::vector<Weighed> found;
    if (columns.empty() || other_side(q, 0).nodes == 0.0) return found;
    std::vector<double> value;
    for (const AttributeColumn& column : columns) value.push_back(column.of_zero());
    for_each_stored(x, q.node, [&](std::size_t j, float stored) { value[j] = columns[j].amount(stored); });
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j].present_if_not_zero && value[j] == 0.0) continue;
      const double evidence = columns[j].kind == TraitKind::share
                                  ? share_evidence(value[j] >= 0.5, side(q.own, j), other_side(q, j))
                                  : number_evidence(value[j], side(q.own, j), other_side(q, j), spread[j]);
      if (std::abs(evidence) >= kLeastEvidence) found.push_back({j, value[j], evidence});
    }
    std::ranges::stable_sort(found,
                             [](const auto& a, const auto& b) { return std::abs(a.evidence) > std::abs(b.evidence); });
    return found;
  }
};

NodeExplainer::NodeExplainer(const DatasetView& data, const FoundCommunities& found)
    : data_(data), found_(found), figures_(std::make_unique<Figures>(data, found)) {}
NodeExplainer::~NodeExplainer() = default;

NodeExplanation NodeExplainer::explain(NodeId node) const {
  const Partition& partition = found_.partition;
  if (node >= partition.community_of.size()) throw InvalidArgument(fmt::format("there is no node {}", node));
  const Question q{node, partition.community_of[node], found_.confidence.other[node]};
  NodeExplanation e;
  e.node = data_.names.name(node);
  e.community = found_.ids[static_cast<std::size_t>(q.own)];
  e.size = figures_->sizes[static_cast<std::size_t>(q.own)];
  e.confidence = found_.confidence.own[node];
  e.less_sure = figures_->share_less_sure(q.own, e.confidence);
  if (q.other != kNoOther) {
    e.other = found_.ids[static_cast<std::size_t>(q.other)];
    e.other_size = figures_->sizes[static_cast<std::size_t>(q.other)];
  }
  meet_neighbours(e, data_, partition, q);
  for (const Weighed& w : figures_->weighed(data_.input.attributes, q)) {
    auto& list = w.evidence > 0.0 ? e.speaks_for : e.speaks_against;
    if (list.size() == kNamed) continue;
    list.push_back({.attribute = attribute_name(data_, w.column),
                    .label = attribute_label(data_, w.column),
                    .kind = figures_->columns[w.column].kind,
                    .value = w.value,
                    .own = figures_->side(q.own, w.column).mean(),
                    .other = figures_->other_side(q, w.column).mean(),
                    .evidence = w.evidence,
                    .words = {}});
    list.back().words = evidence_words(list.back(), e);
  }
  e.place = place_sentence(e);
  e.neighbourhood = neighbour_sentence(e);
  return e;
}

NodeExplanation explain_node(const DatasetView& data, const FoundCommunities& found, NodeId node) {
  return NodeExplainer(data, found).explain(node);
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
