#include "cgsd/experiment/tables/table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

using CellIndex = std::map<CellKey, const CellRecord*>;

CellIndex index_of(std::span<const CellRecord> cells) {
  CellIndex index;
  for (const CellRecord& cell : cells) index[cell.key] = &cell;
  return index;
}

// "kmeans needs attributes" → "needs attributes": the table names the method, and several may share the note.
std::string_view without_method(std::string_view reason, std::string_view method) {
  if (!reason.starts_with(method)) return reason;
  const std::string_view rest = reason.substr(method.size());
  if (rest.starts_with(": ")) return rest.substr(2);
  return rest.starts_with(' ') ? rest.substr(1) : reason;
}

std::string why_missing(const CellRecord* cell, Metric metric) {
  if (cell == nullptr) return "not run";
  if (cell->state == CellState::failed)
    return fmt::format("failed: {}", without_method(cell->reason, cell->key.method));
  if (cell->state == CellState::timed_out) return cell->reason;
  switch (metric) {
    case Metric::peak_memory:
      return "not measured: cells ran in parallel, or the system does not tell";
    case Metric::modularity:
      return "not defined: the graph has no edges";
    default:
      return "not defined: the data have no classes";
  }
}

std::size_t note_number(const std::string& note, std::vector<std::string>& notes) {
  const auto found = std::find(notes.begin(), notes.end(), note);
  if (found != notes.end()) return static_cast<std::size_t>(found - notes.begin());
  notes.push_back(note);
  return notes.size() - 1;
}

// What all tables of one experiment are made from.
class TableMaker {
 public:
  TableMaker(const ExperimentSpec& spec, std::span<const CellRecord> cells) : spec_(spec), index_(index_of(cells)) {}

  TableEntry entry(Metric metric, const std::string& method, const std::string& dataset,
                   std::vector<std::string>& notes) const {
    TableEntry entry;
    entry.metric = metric;
    entry.method = method;
    entry.dataset = dataset;
    std::vector<double> values;
    std::map<std::string, std::size_t> missing;
    for (const std::uint64_t seed : spec_.seeds) {
      const auto found = index_.find({method, dataset, seed});
      const CellRecord* cell = found == index_.end() ? nullptr : found->second;
      values.push_back(cell == nullptr ? CellRecord::kNone : value_of(*cell, metric));
      if (std::isnan(values.back())) ++missing[why_missing(cell, metric)];
    }
    entry.summary = summarise_cells(values);
    for (const auto& [why, count] : missing) {
      const bool is_all = count == spec_.seeds.size();
      entry.notes.push_back(
          note_number(is_all ? why : fmt::format("{} of {} cells {}", count, spec_.seeds.size(), why), notes));
    }
    for (const PaperValue& p : spec_.paper) {
      if (p.metric == metric && p.method == method && p.dataset == dataset) entry.paper = p.value;
    }
    return entry;
  }

  void add_remarks(ResultTable& table) const {
    const std::size_t seeds = spec_.seeds.size();
    table.remarks.push_back(seeds > 1 ? fmt::format("mean ± standard error of {} seeds", seeds)
                                      : "one seed, so no standard error");
    const auto printed = [](const TableEntry& entry) { return entry.paper.has_value(); };
    if (std::any_of(table.entries.begin(), table.entries.end(), printed)) {
      table.remarks.emplace_back("in brackets: printed in the paper");
    }
    std::set<std::string> versions;
    for (const auto& [key, cell] : index_) versions.insert(cell->version);
    if (versions.size() > 1) table.remarks.push_back(fmt::format("cells of versions {}", fmt::join(versions, ", ")));
  }

 private:
  const ExperimentSpec& spec_;
  CellIndex index_;
};

// Among entries of one metric and dataset.
void mark_best(std::vector<TableEntry*> entries) {
  std::erase_if(entries, [](const TableEntry* entry) { return !entry->summary.complete(); });
  if (entries.size() < 2) return;
  const Better way = better(entries.front()->metric);
  if (way == Better::neither) return;
  const auto less = [](const TableEntry* a, const TableEntry* b) { return a->summary.mean < b->summary.mean; };
  const auto [low, high] = std::minmax_element(entries.begin(), entries.end(), less);
  const double best = way == Better::higher ? (*high)->summary.mean : (*low)->summary.mean;
  for (TableEntry* entry : entries) entry->best = entry->summary.mean == best;
}

void mark_best(ResultTable& table) {
  std::map<std::pair<Metric, std::string>, std::vector<TableEntry*>> groups;
  for (TableEntry& entry : table.entries) groups[{entry.metric, entry.dataset}].push_back(&entry);
  for (const auto& [which, entries] : groups) mark_best(entries);
}

template <class Entry>
std::vector<std::string> labels_of(const std::vector<Entry>& entries) {
  std::vector<std::string> labels;
  labels.reserve(entries.size());
  for (const Entry& entry : entries) labels.push_back(entry.label);
  return labels;
}

}  // namespace

CellSummary summarise_cells(std::span<const double> values) {
  std::vector<double> found;
  std::ranges::copy_if(values, std::back_inserter(found), [](double value) { return !std::isnan(value); });
  const SampleSummary summary = summarise(found);
  return {values.size(), found.size(), summary.mean, summary.standard_error};
}

ResultTable metric_table(const ExperimentSpec& spec, std::span<const CellRecord> cells, Metric metric) {
  const TableMaker maker(spec, cells);
  ResultTable table;
  table.title = title_of(metric);
  const bool methods_down = spec.methods.size() >= spec.datasets.size();
  table.corner = methods_down ? "method" : "dataset";
  table.rows = methods_down ? labels_of(spec.methods) : labels_of(spec.datasets);
  table.columns = methods_down ? labels_of(spec.datasets) : labels_of(spec.methods);
  for (const std::string& row : table.rows) {
    for (const std::string& column : table.columns) {
      table.entries.push_back(
          maker.entry(metric, methods_down ? row : column, methods_down ? column : row, table.notes));
    }
  }
  mark_best(table);
  maker.add_remarks(table);
  return table;
}

ResultTable dataset_table(const ExperimentSpec& spec, std::span<const CellRecord> cells, const std::string& dataset,
                          std::span<const Metric> metrics) {
  const TableMaker maker(spec, cells);
  ResultTable table;
  table.title = dataset;
  table.corner = "method";
  table.rows = labels_of(spec.methods);
  for (const Metric metric : metrics) table.columns.emplace_back(title_of(metric));
  for (const std::string& method : table.rows) {
    for (const Metric metric : metrics) table.entries.push_back(maker.entry(metric, method, dataset, table.notes));
  }
  mark_best(table);
  maker.add_remarks(table);
  return table;
}

std::vector<ResultTable> result_tables(const ExperimentSpec& spec, std::span<const CellRecord> cells,
                                       std::span<const Metric> metrics) {
  if (spec.datasets.size() == 1) return {dataset_table(spec, cells, spec.datasets.front().label, metrics)};
  std::vector<ResultTable> tables;
  for (const Metric metric : metrics) {
    tables.push_back(metric_table(spec, cells, metric));
  }
  return tables;
}

ResultTable shortened(ResultTable table) {
  const auto missing = [](const TableEntry& entry) { return entry.summary.found == 0 && !entry.paper; };
  if (table.notes.empty() || !std::all_of(table.entries.begin(), table.entries.end(), missing)) return table;
  table.rows.clear();
  table.entries.clear();
  table.remarks = std::move(table.notes);
  table.notes.clear();
  return table;
}

std::span<const Metric> usual_metrics() {
  static constexpr Metric kUsual[] = {Metric::nmi,        Metric::ari,     Metric::accuracy,
                                      Metric::modularity, Metric::seconds, Metric::peak_memory};
  return kUsual;
}

}  // namespace cgsd
