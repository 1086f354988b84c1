// Metamorphic tests: an input is changed in a way whose effect on the communities is known, and a method runs on both.
//
// Usage: relations GRAPHS [METHOD ...]
//
//   edges shuffled, doubled      the same graph: the same communities
//   weights doubled, × 0.3       another unit: the same communities
//   units of all, of columns     the same, of a table's columns one by one (km → m, kg → g)
//   nodes renumbered             the same communities of the same nodes
//   an isolated node             the other nodes stay together as they were
//   two copies side by side      each copy is divided as the graph alone is
//
// Prints, per method and relation: the share of graphs on which the communities are exactly those, and the mean and least
// adjusted Rand index, and the largest difference of modularity. Exit code 1 if one is not what is promised (broken() below).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/cut_quality.hpp"
#include "cgsd/table/encode_table.hpp"
#include "cgsd/table/fit_encoding.hpp"

namespace cgsd {
namespace {

struct Case {
  EntryList list;
  Matrix<float> rows;         // no rows: no attributes
  std::vector<double> units;  // of columns of a table; empty: attributes are a matrix
  std::int32_t communities = 0;
  double resolution = 1.0;  // of modularity
};

struct Changed {
  Case input;
  std::vector<std::vector<NodeId>> copies;  // where the nodes of the original are, once or twice
};

using Change = std::function<Changed(Case, RandomSequence&)>;

struct Relation {
  const char* name;
  Change change;
  bool of_weights = false;
  bool of_attributes = false;
  bool of_tables = false;
  bool rounded = false;  // the new numbers are rounded, which may decide what was a tie
  bool near = false;     // a search may end elsewhere: what it draws depends on the numbers of nodes
};

std::vector<NodeId> identity(NodeId nodes) {
  std::vector<NodeId> all(nodes);
  std::iota(all.begin(), all.end(), NodeId{0});
  return all;
}

Changed in_place(Case c) {
  const NodeId nodes = c.list.nodes;
  return {std::move(c), {identity(nodes)}};
}

// ── changes ──

Changed shuffle_edges(Case c, RandomSequence& random) {
  std::vector<std::size_t> order(c.list.entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(std::span(order), random);
  const EntryList old = c.list;
  for (std::size_t i = 0; i < order.size(); ++i) {
    c.list.entries[i] = old.entries[order[i]];
    if (random.below(2) == 1) std::swap(c.list.entries[i].source, c.list.entries[i].target);
    if (!old.weights.empty()) c.list.weights[i] = old.weights[order[i]];
  }
  return in_place(std::move(c));
}

Changed double_edges(Case c, RandomSequence& /*random*/) {
  const EntryList once = c.list;
  c.list.entries.insert(c.list.entries.end(), once.entries.begin(), once.entries.end());
  c.list.weights.insert(c.list.weights.end(), once.weights.begin(), once.weights.end());
  return in_place(std::move(c));
}

Change scale_weights(double factor) {
  return [factor](Case c, RandomSequence& /*random*/) {
    for (double& w : c.list.weights) w *= factor;
    return in_place(std::move(c));
  };
}

Change scale_attributes(float factor) {
  return [factor](Case c, RandomSequence& /*random*/) {
    for (float& x : c.rows.values()) x *= factor;
    return in_place(std::move(c));
  };
}

Changed other_units(Case c, RandomSequence& random) {
  constexpr std::array kFactors{1000.0, 0.001, 60.0, 2.54, 0.4536};
  for (double& unit : c.units) unit = kFactors[random.below(kFactors.size())];
  return in_place(std::move(c));
}

Changed renumber(Case c, RandomSequence& random) {
  std::vector<NodeId> place = identity(c.list.nodes);
  shuffle(std::span(place), random);
  for (Entry& e : c.list.entries) e = {place[e.source], place[e.target]};
  const Matrix<float> old = c.rows;
  for (std::size_t v = 0; v < old.rows(); ++v) std::ranges::copy(old.row(v), c.rows.row(place[v]).begin());
  return {std::move(c), {place}};
}

Changed isolated_node(Case c, RandomSequence& random) {
  Changed changed = in_place(std::move(c));
  Case& more = changed.input;
  ++more.list.nodes;
  if (more.rows.rows() == 0) return changed;
  const std::size_t like = random.below(more.rows.rows());  // its attributes are those of a node that is there
  std::vector<float> values(more.rows.values().begin(), more.rows.values().end());
  values.insert(values.end(), more.rows.row(like).begin(), more.rows.row(like).end());
  more.rows = Matrix<float>(more.list.nodes, more.rows.cols(), std::move(values));
  return changed;
}

Changed two_copies(Case c, RandomSequence& /*random*/) {
  Changed changed = in_place(std::move(c));
  Case& twice = changed.input;
  const NodeId nodes = twice.list.nodes;
  const EntryList once = twice.list;
  changed.copies.push_back(identity(nodes));
  for (NodeId& v : changed.copies.back()) v += nodes;
  twice.list.nodes *= 2;
  twice.resolution *= 2.0;  // modularity compares with the edges of the whole graph, which are twice as many
  for (const Entry& e : once.entries) twice.list.entries.push_back({e.source + nodes, e.target + nodes});
  twice.list.weights.insert(twice.list.weights.end(), once.weights.begin(), once.weights.end());
  std::vector<float> values(twice.rows.values().begin(), twice.rows.values().end());
  values.insert(values.end(), twice.rows.values().begin(), twice.rows.values().end());
  if (twice.rows.rows() == 0) {
    twice.communities *= 2;  // nothing tells that communities of two components are the same
  } else {
    twice.rows = Matrix<float>(twice.list.nodes, twice.rows.cols(), std::move(values));
  }
  return changed;
}

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all{
      {"edges shuffled", shuffle_edges},
      {"edges doubled", double_edges},
      {"weights doubled", scale_weights(2.0), true},
      {.name = "weights x 0.3", .change = scale_weights(0.3), .of_weights = true, .rounded = true},
      {"attributes doubled", scale_attributes(2.0F), false, true},
      {.name = "attributes x 0.3", .change = scale_attributes(0.3F), .of_attributes = true, .rounded = true},
      {.name = "units of columns", .change = other_units, .of_attributes = true, .of_tables = true, .rounded = true},
      {.name = "nodes renumbered", .change = renumber, .near = true},
      {.name = "an isolated node", .change = isolated_node, .near = true},
      {.name = "two copies", .change = two_copies, .near = true},
  };
  return all;
}

// ── graphs ──

// Planted communities in sparse graphs of 40 to 160 nodes: alike or unlike neighbours, numbers, words or nothing beside
// them, a third of them with weights. `number` decides all of it.
Case planted(std::uint64_t number) {
  const RunContext run({.seed = number, .workers = 1});
  RandomSequence random(run.stream("case"));
  SbmOptions options{.nodes = static_cast<NodeId>(40 + random.below(121)),
                     .communities = static_cast<std::int32_t>(2 + random.below(4)),
                     .heterophily = random.below(2) == 0 ? 0.1 : 0.8,
                     .mean_degree = 4.0 + random.uniform() * 3.0,
                     .coupling = Coupling::independent,
                     .signal = 1.0,
                     .noise = 1.0};
  options.attributes = std::array{AttributeKind::gaussian, AttributeKind::words, AttributeKind::none}[number % 3];
  options.dimensions = options.attributes == AttributeKind::words ? 100 : 8;
  options.signal = options.attributes == AttributeKind::words ? 0.6 : 1.0;
  const Dataset data = stochastic_block_model(options, run);
  Case c;
  c.list.nodes = options.nodes;
  c.communities = options.communities;
  const bool weighted = random.below(3) == 0;
  for (NodeId u = 0; u < options.nodes; ++u) {
    for (const NodeId v : data.input.graph.neighbours(u)) {
      if (u > v) continue;
      c.list.entries.push_back({u, v});
      if (weighted) c.list.weights.push_back(static_cast<double>(1 + random.below(5)));
    }
  }
  const AttributesView attributes = data.input.attributes;
  if (!attributes.none())
    c.rows = attributes.is_sparse() ? to_dense(attributes.sparse()) : Matrix<float>(attributes.dense());
  return c;
}

// The numbers as a table has them: eight columns that measure different things, written with all their digits.
Attributes of_table(const Case& c, const RunContext& run) {
  constexpr std::array kHeadings{"height", "mass", "age", "income", "distance", "pressure", "speed", "share"};
  TextTable table;
  for (std::size_t j = 0; j < c.rows.cols(); ++j) {
    TextColumn column{.name = kHeadings.at(j), .cells = {}};
    for (std::size_t v = 0; v < c.rows.rows(); ++v)
      column.cells.append(fmt::format("{}", static_cast<double>(c.rows(v, j)) * c.units[j]));
    table.columns.push_back(std::move(column));
  }
  const FittedTable fitted = fit_encoding(table, {}, run);
  return encode_table(table, fitted.encoding, run).attributes;
}

std::vector<std::int32_t> communities(const Case& c, std::string_view name, const RunContext& run) {
  ConfiguredMethod method = configured(name);
  if (method.record().communities == Need::required || method.record().family == Family::cgsd)
    method.communities = c.communities;
  if (method.record().family == Family::edges && method.record().communities != Need::required)
    method.set({fmt::format("{}.resolution={}", name, c.resolution)});
  AttributedGraph input{.graph = build_graph(c.list, {}, run).graph, .attributes = {}};
  if (!c.units.empty()) {
    input.attributes = of_table(c, run);
  } else if (c.rows.rows() > 0) {
    input.attributes = Matrix<float>(c.rows);
  }
  return method.run(input, run).partition.community_of;
}

// ── comparison ──

struct Outcome {
  int graphs = 0;
  int exact = 0;
  double sum = 0.0;
  double least = 1.0;
  double quality = 0.0;            // largest difference of modularity
  int copies = 0;                  // graphs of two copies
  int alike = 0;                   // of them, those whose copies are divided alike
  std::vector<std::int32_t> last;  // what was compared last, as communities of the original's nodes

  void add(const Contingency& table, bool same) {
    ++graphs;
    exact += same ? 1 : 0;
    const double agreement = same ? 1.0 : ari(table);
    sum += agreement;
    least = std::min(least, agreement);
  }
  void add_quality(const Case& c, std::span<const std::int32_t> before, const RunContext& run) {
    const Graph graph = build_graph(c.list, {}, run).graph;
    quality = std::max(quality,
                       std::abs(cut_quality(graph, before, run).modularity - cut_quality(graph, last, run).modularity));
  }
  double share() const { return static_cast<double>(exact) / graphs; }
  double mean() const { return sum / graphs; }
};

bool is_same(const Contingency& table) {
  return table.cells.size() == table.row_sums.size() && table.cells.size() == table.column_sums.size();
}

void compare(std::span<const std::int32_t> before, std::span<const std::int32_t> after, const Changed& changed,
             Outcome& outcome) {
  std::vector<std::int32_t> former;
  for (const std::vector<NodeId>& copy : changed.copies) {
    former = std::exchange(outcome.last, {});
    for (const NodeId v : copy) outcome.last.push_back(after[v]);
    const Contingency table = contingency(before, outcome.last);
    outcome.add(table, is_same(table));
  }
  if (changed.copies.size() < 2) return;
  ++outcome.copies;
  outcome.alike += is_same(contingency(former, outcome.last)) ? 1 : 0;
}

bool concerns(const Relation& relation, const Case& c, const MethodRecord& method) {
  if (c.rows.rows() == 0 && method.attributes == Need::required) return false;
  if (relation.of_weights && (c.list.weights.empty() || !method.uses_weights)) return false;
  if (relation.of_attributes && (c.rows.rows() == 0 || method.attributes == Need::no)) return false;
  return !relation.of_tables || c.rows.cols() == 8;
}

Outcome try_relation(const Relation& relation, std::string_view method, std::uint64_t graphs) {
  const RunContext run({.seed = 1, .workers = 1});
  Outcome outcome;
  for (std::uint64_t number = 0; number < graphs; ++number) {
    Case c = planted(number);
    if (!concerns(relation, c, method_record(method))) continue;
    if (relation.of_tables) c.units.assign(c.rows.cols(), 1.0);
    RandomSequence random(RandomStream(number).named("change"));
    const Changed changed = relation.change(c, random);
    const std::vector<std::int32_t> before = communities(c, method, run);
    compare(before, communities(changed.input, method, run), changed, outcome);
    outcome.add_quality(c, before, run);
  }
  return outcome;
}

// Empty if the outcome is what is promised. Exactly the same communities wherever the change leaves the graph and the units
// of its numbers out of it. Else: for methods that search by modularity a value nearly as good (graphs without communities
// have many divisions that are equally good), for those that end in K-means nearly the same communities. The methods below
// that are there for comparison promise no more than their papers: an isolated node keeps its attributes as they are beside
// smoothed ones, and takes a community for itself.
std::string broken(const Relation& relation, std::string_view method, const Outcome& o) {
  constexpr double kTies = 0.95;       // share of graphs
  constexpr double kSearch = 0.03;     // of modularity
  constexpr double kAlike = 0.95;      // mean adjusted Rand index
  constexpr double kTwoPieces = 0.75;  // two pieces are communities themselves, and one number is given for both
  const bool modular = method == "leiden" || method == "louvain";
  if (relation.rounded) return o.share() >= kTies ? "" : fmt::format("must be the same on {} of the graphs", kTies);
  if (!relation.near) return o.exact == o.graphs ? "" : "must be the same";
  if (modular) return o.quality <= kSearch ? "" : fmt::format("modularity must be within {}", kSearch);
  if (std::string_view(relation.name) == "two copies") {
    if (method == "kmeans" && o.alike < o.copies) return "equal rows must be in equal communities";
    if (method == "default" && o.mean() < kTwoPieces) return fmt::format("mean agreement must reach {}", kTwoPieces);
    return "";
  }
  const bool held = method == "default" || method == "spectral" || method == "kmeans";
  return !held || o.mean() >= kAlike ? "" : fmt::format("mean agreement must reach {}", kAlike);
}

int try_all(std::span<const std::string_view> methods, std::uint64_t graphs) {
  int faults = 0;
  fmt::print("{:<10} {:<20} {:>6} {:>6} {:>6} {:>6} {:>10}\n", "method", "relation", "graphs", "exact", "mean", "least",
             "modularity");
  for (const std::string_view method : methods) {
    for (const Relation& relation : relations()) {
      const Outcome o = try_relation(relation, method, graphs);
      if (o.graphs == 0) continue;
      const std::string fault = broken(relation, method, o);
      faults += fault.empty() ? 0 : 1;
      fmt::print("{:<10} {:<20} {:>6} {:>6.3f} {:>6.3f} {:>6.3f} {:>10.4f} {}\n", method, relation.name, o.graphs,
                 o.share(), o.mean(), o.least, o.quality, fault);
      std::fflush(stdout);
    }
  }
  return faults;
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  const std::uint64_t graphs = words.size() > 1 ? std::strtoull(words[1], nullptr, 10) : 30;
  std::vector<std::string_view> methods{"default", "leiden", "louvain", "spectral", "kmeans",
                                        "knn-njw", "agc",    "ssgc",    "sagsc",    "ms2cag"};
  if (words.size() > 2) methods.assign(words.begin() + 2, words.end());
  try {
    return cgsd::try_all(methods, graphs) == 0 ? 0 : 1;
  } catch (const cgsd::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
