#include "papers/cgsd/items/theory_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

constexpr double kNoConstant = 1e-9;  // a c below is none

template <class Line>
JudgedStatement statement(std::string legend, std::vector<StatementColumn> columns, std::span<const GraphTheory> graphs,
                          Line&& line) {
  JudgedStatement out{.legend = std::move(legend), .columns = std::move(columns)};
  for (const GraphTheory& graph : graphs) out.lines.push_back(line(graph));
  return out;
}

JudgedStatement suppression_table(std::span<const GraphTheory> graphs) {
  return statement(
      "Every edge with κ < 0 against every κ₋ < 0 that occurs as a curvature and is not below its own. σ(κ) < 0.01: "
      "share "
      "of all edges, those whose gate is closed.",
      {{"edges with κ < 0", 0}, {"values of κ₋", 0}, {"violations", 0}, {"σ(κ) < 0.01", 3}}, graphs,
      [](const GraphTheory& g) -> StatementLine {
        const Suppression& s = g.suppression;
        return {g.name,
                {static_cast<double>(s.edges), static_cast<double>(s.thresholds), static_cast<double>(s.violations),
                 s.closed_share},
                s.edges > 0,
                s.edges > 0 ? std::optional(s.violations == 0) : std::nullopt};
      });
}

JudgedStatement contraction_table(std::span<const GraphTheory> graphs) {
  return statement(
      "Δ: min κ within − max κ across; means: the difference of means, which the paper prints. step: share of the "
      "edges "
      "within with σ(κ_e) ≥ σ(Δ). c of proof: k_within σ(Δ)/d_max, k_within the smallest number of edges within at a "
      "node; step and c of proof take the difference of means if the premise is not met. c of pairs: the largest c "
      "that all pairs with y_u = y_v allow if D are the row sums of Ã; c by d: if D are the degrees; across: the same "
      "as c by d, of pairs with y_u ≠ y_v. On more than 3,000 nodes, pairs with an end among 512 nodes. Conclusion: c "
      "of pairs is above 0 and no less than c of proof.",
      {{"Δ", 0},
       {"means", 2},
       {"step", 3},
       {"c of proof", 3, true},
       {"c of pairs", 3, true},
       {"c by d", 3, true},
       {"across", 3, true}},
      graphs, [](const GraphTheory& g) -> StatementLine {
        const ContractionPremise& p = g.premise;
        const double allowed = g.by_sums.smallest_constant;
        return {
            g.name,
            {p.gap, p.gap_of_means, p.step_share, p.constant_of_proof, std::abs(allowed) < kNoConstant ? 0.0 : allowed,
             g.by_degrees.smallest_constant, g.by_degrees.smallest_across},
            p.is_met(),
            allowed > kNoConstant && g.by_sums.pairs_beyond == 0};
      });
}

JudgedStatement concentration_table(std::span<const GraphTheory> graphs) {
  return statement(
      "κ₀ at every curvature below μ, just above it, and at μ − t s, t up to 10. Slack: left side − right side, the "
      "smallest where an edge within lies below κ₀.",
      {{"μ", 2}, {"s", 2}, {"values of κ₀", 0}, {"slack", 4}}, graphs, [](const GraphTheory& g) -> StatementLine {
        const Concentration& c = g.concentration;
        return {g.name,
                {c.mean, c.deviation, static_cast<double>(c.thresholds), c.smallest_slack},
                c.thresholds > 0,
                c.thresholds > 0 ? std::optional(c.violations == 0) : std::nullopt};
      });
}

JudgedStatement modularity_table(std::span<const GraphTheory> graphs) {
  return statement(
      "Δ and means as above. Q found: of the communities found; Q random: expected if the same sizes are dealt out at "
      "random. bound/c: Δ/(1/h − 1), with the difference of means if the premise is not met. Largest c: (Q found − Q "
      "random) / that; none if it is below 0. Conclusion: this graph leaves some c in (0, 1); no single c is left by "
      "all.",
      {{"Δ", 0}, {"means", 2}, {"h", 3}, {"Q found", 3}, {"Q random", 3}, {"bound/c", 2}, {"largest c", 2, true}},
      graphs, [](const GraphTheory& g) -> StatementLine {
        const ModularityGap& m = g.modularity;
        return {g.name,
                {g.premise.gap, g.premise.gap_of_means, g.share_within, m.modularity, m.random, m.bound,
                 m.largest_constant},
                g.premise.is_met(),
                std::isnan(m.largest_constant) ? std::nullopt : std::optional(m.largest_constant > 0.0)};
      });
}

JudgedStatement generalisation_table(const ItemSpec& spec, std::span<const GraphTheory> graphs) {
  const double width = spec.quoted_value("width");
  return statement(
      fmt::format("N nodes, |E| undirected edges, K classes, d′ = {}. Useful C: the largest with which 2 R_N stays "
                  "below 1. C is not given, so that the conclusion cannot be told.",
                  width),
      {{"N", 0}, {"|E|", 0}, {"K", 0}, {"√((d′K + |E|)/N)", 3}, {"useful C", 3}}, graphs,
      [width](const GraphTheory& g) -> StatementLine {
        return {g.name,
                {static_cast<double>(g.sizes.nodes), static_cast<double>(g.sizes.edges),
                 static_cast<double>(g.sizes.communities), generalisation_bound(g.sizes, width),
                 largest_useful_constant(g.sizes, width)}};
      });
}

JudgedStatement rank_table(std::span<const GraphTheory> graphs) {
  std::vector<std::string> bounds;
  std::vector<StatementColumn> columns = {{"scores N", 0}, {"estimator", 3, true}};
  for (const double temperature : kRankTemperatures) {
    bounds.push_back(fmt::format("{:.5f} at T = {}", straight_through_bound(temperature), temperature));
    columns.push_back({fmt::format("T = {}", temperature), 4});
  }
  return statement(
      fmt::format("Scores: the curvatures of the edges. Biases in parts of N, the largest: of the straight-through "
                  "estimator's value, and at each T of soft_T alone. The bound 1 − e^(−1/T) is {}. Conclusion: of the "
                  "estimator.",
                  fmt::join(bounds, ", ")),
      std::move(columns), graphs, [](const GraphTheory& g) -> StatementLine {
        StatementLine line{g.name, {static_cast<double>(g.sizes.edges), 0.0}, std::nullopt, true};
        for (const StraightThrough& rank : g.ranks) {
          line.figures[1] = std::max(line.figures[1], rank.bias_of_forward);
          line.figures.push_back(rank.bias_of_soft);
          line.conclusion = *line.conclusion && rank.bias_of_forward <= rank.bound;
        }
        return line;
      });
}

JudgedStatement table_named(const std::string& name, const ItemSpec& spec, std::span<const GraphTheory> graphs) {
  if (name.starts_with("Lemma 1")) return suppression_table(graphs);
  if (name.starts_with("Theorem 1")) return contraction_table(graphs);
  if (name.starts_with("Lemma 2")) return concentration_table(graphs);
  if (name.starts_with("Theorem 2")) return modularity_table(graphs);
  if (name.starts_with("Theorem 3")) return generalisation_table(spec, graphs);
  if (name.starts_with("Lemma 3")) return rank_table(graphs);
  throw InvalidArgument(fmt::format("{}: no such statement is known", in_quotes(name)));
}

}  // namespace

std::vector<JudgedStatement> theory_tables(const ItemSpec& spec, std::span<const GraphTheory> graphs) {
  std::vector<JudgedStatement> tables;
  for (const auto& [name, printed] : spec.statements) {
    tables.push_back(table_named(name, spec, graphs));
    tables.back().name = name;
    tables.back().printed = printed;
  }
  return tables;
}

}  // namespace cgsd
