// Inputs of the item `claims` as if the printed values had been measured.
#pragma once

#include <utility>

#include "papers/cgsd/items/claims.hpp"
#include "papers/cgsd/reproduction.hpp"
#include "tests/papers/score_cases.hpp"

namespace cgsd::testing {

// value(printed value or NaN, method, dataset), the same for every seed but for a small step that sums to zero.
template <class Value>
ScoredItem scored_as(PaperItem item, bool learned, Value&& value) {
  ItemSpec spec = builtin_item(item);
  const ExperimentSpec run = learned ? *spec.experiment : plain_experiment(spec, 0);
  const double middle = (static_cast<double>(run.seeds.size()) - 1.0) / 2.0;
  CellScores scores = scores_of(run, [&](const std::string& method, const std::string& dataset, double seed) {
    const double printed = printed_nmi(*spec.experiment, method, dataset).value_or(0.1);
    return value(printed, method, dataset) + (method == kCspec ? 1e-5 : -1e-5) * (seed - middle);
  });
  return {std::move(spec), std::move(scores)};
}

inline CostGrowth some_costs() {
  const Growth once{{1.0, 2.0, 4.0}, {1.0, 2.0, 4.0}};
  const Growth twice{{1.0, 2.0, 4.0}, {1.0, 4.0, 16.0}};
  return {.curvature = once,
          .neighbour_pairs = twice,
          .neighbours = twice,
          .neighbours_by_width = once,
          .eigenvector_products = {{1.0, 2.0}, {30.0, 30.0}},
          .eigenvectors = once,
          .eigenvectors_by_count = twice};
}

inline ClaimInputs inputs_as_printed(bool learned = true) {
  const auto same = [](double printed, const std::string&, const std::string&) { return printed; };
  ClaimInputs inputs{
      .main = scored_as(PaperItem::table_main, learned, same),
      .sweep = scored_as(PaperItem::table_sbm, false, same),
      .grid = scored_as(
          PaperItem::table_ablation, false,
          [](double, const std::string& method, const std::string&) { return method == "α = 0, k = 10" ? 0.2 : 0.1; }),
      .large = scored_as(PaperItem::table_large, false, same),
      .own = scored_as(PaperItem::claims, false, [](double, const std::string&, const std::string&) { return 0.102; })
                 .scores,
      .facts = {},
      .splits = {},
      .costs = some_costs(),
      .elsewhere = {}};
  inputs.facts.resize(1);
  inputs.facts[0].name = "Cora";
  inputs.facts[0].edges = 5278;
  inputs.facts[0].entries = 10556;
  inputs.splits = {{.name = "Wisconsin", .within = {-1, -1, 0}, .between = {-17, -17, -1}},
                   {.name = "Chameleon", .within = {-97, -98, -97}, .between = {-29, -30, -29}}};
  return inputs;
}

}  // namespace cgsd::testing
