#include "cgsd/summary/set_apart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "cgsd/core/parallel.hpp"
#include "cgsd/stats/distributions.hpp"
#include "cgsd/summary/attribute_columns.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kMost = 5;
constexpr double kLevel = 0.05;
constexpr double kLeastEffect = 0.2;  // Cohen's "small", of d and of h
constexpr double kCut = 3.0;          // standard deviations
constexpr double kLeastNodes = 5.0;   // for a number, inside and outside

// One column over all nodes. Numbers are first in the user's units, then cut.
struct Column {
  AttributeColumn read;
  double mean = 0.0;
  double deviation = 0.0;
  double cut_mean = 0.0;
  double cut_deviation = 0.0;

  double cut(double amount) const { return std::clamp(amount, mean - kCut * deviation, mean + kCut * deviation); }
  bool varies() const { return deviation > 0.0; }
};

// Σ over all rows of value(column, amount), per column; rows that store nothing count as 0.
template <class Value>
std::vector<double> totals(AttributesView x, const std::vector<Column>& columns, Value&& value) {
  std::vector<double> sum(columns.size(), 0.0);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for_each_stored(x, i, [&](std::size_t j, float stored) {
      const Column& c = columns[j];
      sum[j] += value(c, c.read.amount(stored)) - value(c, c.read.of_zero());
    });
  }
  for (std::size_t j = 0; j < sum.size(); ++j)
    sum[j] += static_cast<double>(x.rows()) * value(columns[j], columns[j].read.of_zero());
  return sum;
}

double square(double x) { return x * x; }

// Sets the moments; a spread that is rounding alone is none.
std::vector<Column> measured_columns(const DatasetView& data) {
  const AttributesView x = data.input.attributes;
  const auto n = static_cast<double>(x.rows());
  std::vector<Column> columns;
  for (const AttributeColumn& read : attribute_columns(data)) columns.push_back({read});
  const auto set = [&](double Column::*moment, auto&& value) {
    const std::vector<double> sum = totals(x, columns, value);
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j].*moment = sum[j] / n;
  };
  const auto root = [&](double Column::*moment, double Column::*mean) {
    for (Column& c : columns) {
      const double spread = std::sqrt(std::max(0.0, c.*moment));
      c.*moment = spread > 1e-6 * std::abs(c.*mean) ? spread : 0.0;
    }
  };
  set(&Column::mean, [](const Column&, double a) { return a; });
  set(&Column::deviation, [](const Column& c, double a) { return square(a - c.mean); });
  root(&Column::deviation, &Column::mean);
  set(&Column::cut_mean, [](const Column& c, double a) { return c.cut(a); });
  set(&Column::cut_deviation, [](const Column& c, double a) { return square(c.cut(a) - c.cut_mean); });
  root(&Column::cut_deviation, &Column::cut_mean);
  return columns;
}

// a ln(a/b) + (1 − a) ln((1 − a)/(1 − b))
double divergence(double a, double b) {
  double sum = 0.0;
  if (a > 0.0) sum += a * std::log(a / b);
  if (a < 1.0) sum += (1.0 - a) * std::log((1.0 - a) / (1.0 - b));
  return sum;
}

// Of a community: how many nodes, and sums of the columns over them.
struct Inside {
  double nodes = 0.0;
  std::vector<double> sum;
  std::vector<double> cut_sum;
};

Inside sums_inside(AttributesView x, const std::vector<Column>& columns, const std::vector<std::size_t>& members) {
  Inside inside{static_cast<double>(members.size()), std::vector<double>(columns.size(), 0.0),
                std::vector<double>(columns.size(), 0.0)};
  for (const std::size_t v : members) {
    for_each_stored(x, v, [&](std::size_t j, float stored) {
      const Column& c = columns[j];
      const double amount = c.read.amount(stored);
      inside.sum[j] += amount - c.read.of_zero();
      inside.cut_sum[j] += c.cut(amount) - c.cut(c.read.of_zero());
    });
  }
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double zero = columns[j].read.of_zero();
    inside.sum[j] += inside.nodes * zero;
    inside.cut_sum[j] += inside.nodes * columns[j].cut(zero);
  }
  return inside;
}

// The community drawn at random: ln P(a share at least as far off), both sides. Two bounds, by drawing members among
// nodes, and by drawing those who have the attribute; the smaller one holds.
double share_log_chance(double have_inside, double have, double members, double nodes) {
  const double by_members = members * divergence(std::clamp(have_inside / members, 0.0, 1.0), have / nodes);
  const double by_having = have * divergence(std::clamp(have_inside / have, 0.0, 1.0), members / nodes);
  return std::log(2.0) - std::max(by_members, by_having);
}

double number_log_chance(double r, double members, double nodes) {
  if (std::min(members, nodes - members) < kLeastNodes) return 0.0;
  return std::log(2.0 * normal_upper(std::abs(r) * std::sqrt(nodes - 1.0)));
}

double cohens_h(double a, double b) {
  const auto angle = [](double p) { return 2.0 * std::asin(std::sqrt(std::clamp(p, 0.0, 1.0))); };
  return angle(a) - angle(b);
}

struct Candidate {
  std::size_t column;
  Trait trait;
};

// What is compared with what, and how unlikely the difference must be.
struct Comparison {
  DatasetView data;
  const std::vector<Column>& columns;
  double nodes;
  double log_level;
};

// No effect if the column is not beyond chance, or hardly.
Trait trait_of(const Comparison& of, std::size_t j, const Inside& inside) {
  const Column& c = of.columns[j];
  const double outside_nodes = of.nodes - inside.nodes;
  Trait t{.attribute = {}, .label = {}, .kind = c.read.kind, .words = {}};
  t.inside = inside.sum[j] / inside.nodes;
  t.outside = (of.nodes * c.mean - inside.sum[j]) / outside_nodes;
  const bool share = t.kind == TraitKind::share;
  const double r =
      (inside.cut_sum[j] / inside.nodes - c.cut_mean) / c.cut_deviation * std::sqrt(inside.nodes / outside_nodes);
  if (share) t.inside = std::clamp(t.inside, 0.0, 1.0);
  if (share) t.outside = std::clamp(t.outside, 0.0, 1.0);
  const double size = share ? cohens_h(t.inside, t.outside) : (t.inside - t.outside) / c.deviation;
  if (std::abs(size) < kLeastEffect || r * size <= 0.0) return t;
  const double chance = share ? share_log_chance(inside.sum[j], of.nodes * c.mean, inside.nodes, of.nodes)
                              : number_log_chance(r, inside.nodes, of.nodes);
  if (chance > of.log_level) return t;
  t.effect = share ? t.inside - t.outside : size;
  t.strength = std::clamp(r, -1.0, 1.0);
  return t;
}

bool comes_last(const Trait& t) { return t.kind == TraitKind::share && !t.more(); }

// A category that is rarer says nothing beside one of the same column that is more common.
std::vector<Trait> best_of(const Comparison& of, std::vector<Candidate> candidates) {
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    if (comes_last(a.trait) != comes_last(b.trait)) return comes_last(b.trait);
    return std::abs(a.trait.strength) > std::abs(b.trait.strength);
  });
  std::set<std::string> told;
  std::vector<Trait> best;
  const auto& meanings = of.data.attribute_meanings;
  for (Candidate& candidate : candidates) {
    if (best.size() == kMost) break;
    const bool category =
        candidate.column < meanings.size() && meanings[candidate.column].role == AttributeRole::category;
    if (category && comes_last(candidate.trait) && told.contains(meanings[candidate.column].source)) continue;
    if (category) told.insert(meanings[candidate.column].source);
    Trait& t = best.emplace_back(std::move(candidate.trait));
    t.attribute = attribute_name(of.data, candidate.column);
    t.label = attribute_label(of.data, candidate.column);
    t.words = trait_words(of.data, candidate.column, t);
  }
  return best;
}

}  // namespace

std::vector<std::vector<Trait>> set_apart(const DatasetView& data, const Partition& partition, const RunContext& run) {
  std::vector<std::vector<Trait>> traits(static_cast<std::size_t>(partition.communities));
  const AttributesView x = data.input.attributes;
  if (x.none() || partition.communities < 2) return traits;
  const std::vector<Column> columns = measured_columns(data);
  std::vector<std::vector<std::size_t>> members(traits.size());
  for (std::size_t v = 0; v < x.rows(); ++v) members[static_cast<std::size_t>(partition.community_of[v])].push_back(v);
  const auto varying = static_cast<double>(std::ranges::count_if(columns, &Column::varies));
  const Comparison of{data, columns, static_cast<double>(x.rows()),
                      std::log(kLevel / std::max(1.0, varying * static_cast<double>(traits.size())))};
  parallel_for(run, traits.size(), 1, [&](std::size_t c, std::size_t) {
    const Inside inside = sums_inside(x, columns, members[c]);
    std::vector<Candidate> candidates;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (!columns[j].varies() || !(columns[j].cut_deviation > 0.0)) continue;
      if (Trait t = trait_of(of, j, inside); t.effect != 0.0) candidates.push_back({j, std::move(t)});
    }
    traits[c] = best_of(of, std::move(candidates));
  });
  return traits;
}

}  // namespace cgsd
