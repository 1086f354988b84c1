// Runs the cells of an experiment that are not yet in its directory, and keeps each as soon as it has ended.
//
//   std::vector<CellRecord> cells = run_experiment(spec, {.directory = "out", .version = "0.1.0"}, run);
//
// Comes back: one record per cell, in the order of cells_of(spec), from this run or an earlier one.
// How: dataset by dataset; cells in parallel if the graph is small (its loops would not keep the workers busy) or as
// `parallel_cells` sets, else one at a time with all workers. Threads per cell × cells at a time ≤ workers.
// Promises: a record does not depend on any of this, but for seconds and memory. An interruption at any moment loses no
// cell that was kept (cell_log.hpp). A cell that fails or takes longer than `cell_timeout` is kept with its reason and
// not done again unless `retry_failed`. Data that are not there, cannot be read or have changed since the last run, and
// a full disk, end the run; if no cell was kept, nothing stays behind. With `share_training`, cells of one dataset and seed that train alike train once; the time
// limit is then for all of them together, and seconds are what a cell itself took, so those after the first are without
// the training. Peak memory is measured if cells run one at a time; it is that of the whole process, the data included.
// Progress: a stage "cells"; the fraction is that of the time, so that the time left follows from it. Throws Cancelled,
// IoError, ParseError, InvalidArgument.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/io/store/dataset_store.hpp"

namespace cgsd {

struct RunProgress {
  std::size_t done = 0;  // of this run and earlier ones
  std::size_t all = 0;
  std::optional<double> seconds_left;  // nothing before the first cell
};

struct RunnerOptions {
  std::filesystem::path directory;
  double cell_timeout = 0.0;  // seconds; 0: none
  bool retry_failed = false;
  bool share_training = false;  // between cells that differ only in what comes after it
  int parallel_cells = 0;       // 0: chosen
  StoreLocations data{};
  std::string version;
  std::function<void(const CellRecord&, const RunProgress&)> cell_ended{};  // one call at a time, from any thread
};

std::vector<CellRecord> run_experiment(const ExperimentSpec& spec, const RunnerOptions& options, const RunContext& run);

// How many cells on `graph` run at a time if that is not given.
int chosen_parallel_cells(GraphView graph, std::size_t cells, int workers);

}  // namespace cgsd
