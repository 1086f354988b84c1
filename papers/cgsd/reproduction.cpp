#include "papers/cgsd/reproduction.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "cgsd/experiment/dataset_source.hpp"

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/items/ablations.hpp"
#include "papers/cgsd/items/claims.hpp"
#include "papers/cgsd/items/curvature_figure.hpp"
#include "papers/cgsd/items/fact_tables.hpp"
#include "papers/cgsd/items/main_table.hpp"
#include "papers/cgsd/items/own_statements.hpp"
#include "papers/cgsd/items/sweep.hpp"
#include "papers/cgsd/items/theory.hpp"

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void set_seeds(ExperimentSpec& spec, std::int32_t seeds) {
  if (seeds == 0) return;
  std::int32_t realisations = 1;
  for (const DatasetEntry& dataset : spec.datasets) {
    if (dataset.sbm) realisations = std::max(realisations, dataset.sbm->realisations);
  }
  spec.seeds.clear();
  for (std::int32_t i = 0; i < seeds * realisations; ++i) spec.seeds.push_back(static_cast<std::uint64_t>(i));
}

template <class Keep>
ExperimentSpec part_of(const ExperimentSpec& whole, std::int32_t seeds, Keep&& keep) {
  ExperimentSpec spec = whole;
  std::erase_if(spec.methods, [&](const MethodEntry& method) { return !keep(method.label); });
  std::erase_if(spec.paper, [&](const PaperValue& value) { return !keep(value.method); });
  set_seeds(spec, seeds);
  return spec;
}

CellScores run_part(const ExperimentSpec& spec, const std::string& name, double timeout,
                    const ReproduceOptions& options, const RunContext& run) {
  RunnerOptions runner;
  runner.directory = options.directory / "cells" / name;
  runner.cell_timeout = timeout;
  runner.share_training = true;
  runner.data = options.data;
  runner.version = options.version;
  runner.cell_ended = options.cell_ended;
  return {spec, run_experiment(spec, runner, run)};
}

CellScores run_cells(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run) {
  const std::string name(name_of(spec.item));
  CellScores scores = run_part(plain_experiment(spec, options.seeds), name, 0.0, options, run);
  if (options.learned && !spec.learned.empty()) {
    scores.add(run_part(learned_experiment(spec, options.seeds), name + "-learned", spec.cell_timeout, options, run));
  }
  return scores;
}

std::vector<DatasetFacts> facts_of(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run) {
  std::vector<DatasetFacts> facts;
  for (const DatasetEntry& entry : spec.datasets) facts.push_back(dataset_facts(entry, options.data, run));
  return facts;
}

std::vector<CurvatureOfCommunities> splits_of(const ItemSpec& spec, const ReproduceOptions& options,
                                              const RunContext& run) {
  std::vector<CurvatureOfCommunities> splits;
  const RunContext seeded = run.with_seed(spec.experiment->seeds.front());
  for (const DatasetEntry& entry : spec.datasets) {
    splits.push_back(split_by_communities(entry, spec.experiment->methods.front(), options.data, seeded));
  }
  return splits;
}

ScoredItem scored(PaperItem item, const ReproduceOptions& options, const RunContext& run) {
  const ItemSpec spec = builtin_item(item);
  return {spec, run_cells(spec, options, run)};
}

ItemReport report_of(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run);

std::vector<Claim> claims_judged_by(PaperItem item, const ReproduceOptions& options, const RunContext& run) {
  const auto done = std::ranges::find(options.before, item, &ItemReport::item);
  return done != options.before.end() ? done->claims : report_of(builtin_item(item), options, run).claims;
}

// Cells that other items have left are taken from there.
ItemReport claims_of(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run) {
  ItemSpec cora = builtin_item(PaperItem::table_data);
  std::erase_if(cora.datasets, [](const DatasetEntry& entry) { return entry.label != "Cora"; });
  const ItemSpec figure = builtin_item(PaperItem::figure_curvature);
  ClaimInputs inputs{.main = scored(PaperItem::table_main, options, run),
                     .sweep = scored(PaperItem::table_sbm, options, run),
                     .grid = scored(PaperItem::table_ablation, options, run),
                     .large = scored(PaperItem::table_large, options, run),
                     .own = run_cells(spec, options, run),
                     .facts = facts_of(cora, options, run),
                     .splits = splits_of(figure, options, run),
                     .costs = measure_costs(run.stage("costs")),
                     .elsewhere = {}};
  for (const PaperItem item : {PaperItem::table_data, PaperItem::table_curvature, PaperItem::table_main,
                               PaperItem::table_ablation, PaperItem::figure_curvature}) {
    const std::vector<Claim> claims = claims_judged_by(item, options, run);
    inputs.elsewhere.insert(inputs.elsewhere.end(), claims.begin(), claims.end());
  }
  return claims_report(spec, inputs);
}

ItemReport theory_of(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run) {
  std::vector<GraphTheory> graphs;
  for (const TheoryGraph& graph : theory_graphs(spec, options.data, run))
    graphs.push_back(graph_theory(graph, run.stage("theory")));
  return theory_report(spec, graphs);
}

ItemReport report_of(const ItemSpec& spec, const ReproduceOptions& options, const RunContext& run) {
  switch (spec.item) {
    case PaperItem::table_data:
      return data_table(spec, facts_of(spec, options, run));
    case PaperItem::table_curvature:
      return curvature_table(spec, facts_of(spec, options, run));
    case PaperItem::table_main:
      return main_table(spec, run_cells(spec, options, run));
    case PaperItem::table_sbm:
      return sweep_table(spec, run_cells(spec, options, run));
    case PaperItem::table_ablation:
      return grid_table(spec, run_cells(spec, options, run));
    case PaperItem::table_large:
      return large_table(spec, run_cells(spec, options, run));
    case PaperItem::ablation_loss:
      return loss_table(spec, run_cells(spec, options, run));
    case PaperItem::figure_curvature:
      return curvature_figure(spec, splits_of(spec, options, run));
    case PaperItem::theory:
      return theory_of(spec, options, run);
    case PaperItem::claims:
      return claims_of(spec, options, run);
    case PaperItem::own_statements:
      return own_statements_report(spec, own_statement_figures(spec, options.data, run));
    case PaperItem::figure_cspec:
    case PaperItem::figure_sbm:
      break;
  }
  const ItemSpec table = builtin_item(*spec.of);
  const CellScores scores = run_cells(table, options, run);
  return spec.item == PaperItem::figure_sbm ? sweep_figure(spec, table, scores) : cspec_figure(spec, table, scores);
}

}  // namespace

std::vector<std::string> missing_data(std::span<const PaperItem> items, const StoreLocations& locations) {
  std::vector<std::string> missing;
  for (const PaperItem item : items) {
    ItemSpec spec = builtin_item(item);
    if (spec.of) spec = builtin_item(*spec.of);
    std::vector<DatasetEntry> entries = spec.datasets;
    for (const PaperItem used : spec.uses) {
      const std::vector<DatasetEntry> more = builtin_item(used).datasets;
      entries.insert(entries.end(), more.begin(), more.end());
    }
    for (const DatasetEntry& entry : entries) {
      for (std::string& part : missing_parts(entry, locations)) {
        if (!contains(missing, part)) missing.push_back(std::move(part));
      }
    }
  }
  return missing;
}

ExperimentSpec plain_experiment(const ItemSpec& spec, std::int32_t seeds) {
  return part_of(*spec.experiment, seeds, [&](const std::string& label) {
    return !contains(spec.learned, label) && !contains(spec.compare_only, label);
  });
}

ExperimentSpec learned_experiment(const ItemSpec& spec, std::int32_t seeds) {
  ExperimentSpec learned =
      part_of(*spec.experiment, seeds, [&](const std::string& label) { return contains(spec.learned, label); });
  if (spec.learned_epochs == 0) return learned;
  for (MethodEntry& method : learned.methods) {
    if (!method_record(method.method).learned) continue;  // there because it is slow
    method.overrides.push_back(fmt::format("{}.epochs={}", method.method, spec.learned_epochs));
  }
  return learned;
}

ItemReport reproduce(PaperItem item, const ReproduceOptions& options, const RunContext& run) {
  const auto begin = Clock::now();
  ItemReport report = report_of(builtin_item(item), options, run);
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

}  // namespace cgsd
