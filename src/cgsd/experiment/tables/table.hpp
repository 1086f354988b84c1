// From cells to a table: pure functions.
//
//   mean ± standard error over the seeds (deviation with n − 1, / √n; none for a single seed)
//
// One dataset: methods × metrics. Several: a table per metric, methods × datasets, or the other way round if there
// are more datasets. Best: per dataset and metric, among the methods of which no cell is missing; ties share it.
// A missing figure has a note with the reason. `mark` is set by comparisons of methods with each other
// (significance) and is shown behind the value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/experiment/tables/metric.hpp"

namespace cgsd {

struct CellSummary {
  std::size_t wanted = 0;  // cells
  std::size_t found = 0;   // of these, with a figure
  double mean = CellRecord::kNone;
  double standard_error = CellRecord::kNone;

  bool complete() const { return found == wanted && found > 0; }
};

CellSummary summarise_cells(std::span<const double> values);  // NaN: missing

struct TableEntry {
  Metric metric = Metric::nmi;
  std::string method;
  std::string dataset;
  CellSummary summary;
  std::optional<double> paper;  // printed
  bool best = false;
  std::string mark;                // behind the value; empty: none
  std::vector<std::size_t> notes;  // which of the table's
};

struct ResultTable {
  std::string title;
  std::string corner;  // what a row is
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<TableEntry> entries;   // row by row
  std::vector<std::string> notes;    // that entries refer to
  std::vector<std::string> remarks;  // about the whole table

  const TableEntry& at(std::size_t row, std::size_t column) const { return entries[row * columns.size() + column]; }
};

// `cells`: as many of the experiment's as there are, in any order.
ResultTable metric_table(const ExperimentSpec& spec, std::span<const CellRecord> cells, Metric metric);
ResultTable dataset_table(const ExperimentSpec& spec, std::span<const CellRecord> cells, const std::string& dataset,
                          std::span<const Metric> metrics);
std::vector<ResultTable> result_tables(const ExperimentSpec& spec, std::span<const CellRecord> cells,
                                       std::span<const Metric> metrics);

// A table in which every figure is missing becomes the reasons: no rows, but remarks.
ResultTable shortened(ResultTable table);

// NMI, ARI, accuracy, modularity, seconds, peak memory
std::span<const Metric> usual_metrics();

}  // namespace cgsd
