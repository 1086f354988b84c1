#include "cgsd/experiment/runner.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/cell_log.hpp"
#include "cgsd/experiment/cell_run.hpp"
#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/experiment/peak_memory.hpp"
#include "cgsd/experiment/supervised_tasks.hpp"
#include "cgsd/experiment/time_estimate.hpp"

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;

struct Reading {
  Dataset data;
  std::string fingerprint;
};
// A dataset as far as the cells need it: as edges, as directed entries, in one realisation or several.
using Readings = std::map<GraphForm, Reading>;

// Cells that are run one after the other: one, or those that share a training.
using CellGroup = std::vector<CellKey>;

// How cells share the workers.
struct Sharing {
  int cells = 1;
  int threads = 1;
};

class ExperimentRun {
 public:
  ExperimentRun(const ExperimentSpec& spec, const RunnerOptions& options, const RunContext& run)
      : spec_(spec), options_(options), run_(run), log_(options.directory, spec, run) {
    for (const CellRecord& cell : log_.cells()) {
      if (cell.state != CellState::failed) estimate_.add(cell.key, cell.seconds);
      if (cell.state == CellState::done || !options.retry_failed) records_.emplace(cell.key, cell);
    }
    for (const MethodEntry& method : spec.methods) methods_.emplace(method.label, &method);
  }

  std::vector<CellRecord> run() {
    for (const DatasetEntry& dataset : spec_.datasets) {
      if (!left_on(dataset).empty()) check_is_there(dataset, options_.data);
    }
    const auto stage = run_.stage("cells");
    for (const DatasetEntry& dataset : spec_.datasets) run_dataset(dataset, stage);
    std::vector<CellRecord> cells;
    for (const CellKey& key : all_) cells.push_back(records_.at(key));
    return cells;
  }

  void discard_if_empty() { log_.discard_if_empty(); }

 private:
  std::vector<CellKey> left_on(const DatasetEntry& dataset) const {
    std::vector<CellKey> left = all_;
    std::erase_if(left, [&](const CellKey& key) { return key.dataset != dataset.label || records_.contains(key); });
    return left;
  }

  GraphForm form_of(const DatasetEntry& dataset, const CellKey& key) const {
    return graph_form(dataset, configured(*methods_.at(key.method), 1).wants_directed(), key.seed);
  }

  Readings read(const DatasetEntry& dataset, const std::vector<CellKey>& cells) const {
    Readings readings;
    for (const CellKey& key : cells) {
      const auto [place, is_new] = readings.try_emplace(form_of(dataset, key));
      if (!is_new) continue;
      place->second.data = load_entry(dataset, place->first, options_.data, run_);
      place->second.fingerprint = fingerprint(place->second.data);
    }
    return readings;
  }

  // Cells of before and after a change of the data must not stand in one table.
  void check_unchanged(const DatasetEntry& dataset, const Readings& readings) const {
    for (const auto& [key, cell] : records_) {
      if (key.dataset != dataset.label) continue;
      const auto reading = readings.find(form_of(dataset, key));
      if (reading == readings.end() || reading->second.fingerprint == cell.data) continue;
      throw IoError(
          fmt::format("{}: the data of {} are not those its cells were computed from; choose another directory",
                      options_.directory.string(), in_quotes(key.dataset)));
    }
  }

  // By all cells of a dataset, not by those that are left: what a resumed run measures is to be comparable.
  Sharing share(const Readings& readings) const {
    const int workers = run_.workers().count();
    const std::size_t cells = spec_.methods.size() * spec_.seeds.size();
    const Graph& graph = readings.begin()->second.data.input.graph;
    const int most = static_cast<int>(std::min(cells, static_cast<std::size_t>(workers)));
    const int at_a_time =
        options_.parallel_cells > 0 ? options_.parallel_cells : chosen_parallel_cells(graph, cells, workers);
    Sharing sharing{std::clamp(at_a_time, 1, most), 1};
    sharing.threads = std::max(1, workers / sharing.cells);
    return sharing;
  }

  // Every cell on its own, unless cells of one seed have one training and may share it.
  std::vector<CellGroup> grouped_cells(const DatasetEntry& dataset, const std::vector<CellKey>& cells,
                                       const Readings& readings) const {
    std::vector<CellGroup> groups;
    std::map<std::pair<std::string, std::uint64_t>, std::size_t> place;
    for (const CellKey& key : cells) {
      const std::int32_t communities = communities_of(dataset, readings.at(form_of(dataset, key)).data);
      const std::string training =
          options_.share_training ? training_fingerprint(configured(*methods_.at(key.method), communities)) : "";
      const auto [at, is_new] = place.emplace(std::pair(training, key.seed), groups.size());
      if (is_new || training.empty()) {
        groups.push_back({key});
      } else {
        groups[at->second].push_back(key);
      }
    }
    return groups;
  }

  void run_dataset(const DatasetEntry& dataset, const RunContext& stage) {
    const std::vector<CellKey> cells = left_on(dataset);
    if (cells.empty()) return;
    const Readings readings = read(dataset, cells);
    check_unchanged(dataset, readings);
    const Sharing sharing = share(readings);
    const std::vector<CellGroup> groups = grouped_cells(dataset, cells, readings);
    const auto one_group = [&](std::size_t i, const TaskWatch& watch) {
      std::optional<TrainingState<float>> training;
      for (const CellKey& key : groups[i]) {
        const Reading& reading = readings.at(form_of(dataset, key));
        const CellData data{reading.data, communities_of(dataset, reading.data), reading.fingerprint,
                            groups[i].size() > 1 ? &training : nullptr};
        keep(measured(key, data, sharing, watch), sharing.cells);
      }
    };
    const auto go_on = [&] {
      stage.advance(fraction(sharing.cells));
      return !run_.stop_requested();
    };
    const bool complete = run_supervised(
        groups.size(), {.parallel = sharing.cells, .time_limit = options_.cell_timeout}, one_group, go_on);
    if (!complete) throw Cancelled();
  }

  CellRecord measured(const CellKey& key, const CellData& data, const Sharing& sharing, const TaskWatch& watch) const {
    const bool is_alone = sharing.cells == 1 && reset_peak_memory();
    const auto begin = Clock::now();
    const RunContext run({.seed = key.seed, .workers = sharing.threads, .stop = watch.stop()});
    const MethodEntry& method = *methods_.at(key.method);
    CellRecord cell;
    try {
      cell = run_cell(key, method, data, run);
    } catch (const Cancelled&) {
      if (!watch.timed_out()) throw;
      cell.key = key;
      cell.overrides = method.overrides;
      cell.data = data.fingerprint;
      cell.state = CellState::timed_out;
      cell.reason = fmt::format("stopped after {} s, the limit for a cell", options_.cell_timeout);
      cell.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      cell.fingerprint = fingerprint(configured(method, data.communities));
    }
    if (is_alone) cell.peak_memory = peak_memory();
    cell.version = options_.version;
    return cell;
  }

  void keep(const CellRecord& cell, int at_a_time) {
    const std::scoped_lock lock(mutex_);
    log_.append(cell);
    if (cell.state != CellState::failed) estimate_.add(cell.key, cell.seconds);
    records_.insert_or_assign(cell.key, cell);
    if (!options_.cell_ended) return;
    const auto left = seconds_left(at_a_time);
    options_.cell_ended(cell, {records_.size(), all_.size(), left});
  }

  // Needs the lock.
  std::optional<double> seconds_left(int at_a_time) const {
    std::vector<CellKey> left = all_;
    std::erase_if(left, [&](const CellKey& key) { return records_.contains(key); });
    const auto alone = estimate_.seconds_of(left);
    return alone ? std::optional(*alone / at_a_time) : std::nullopt;
  }

  // Of the time of this run: so far / (so far + left).
  double fraction(int at_a_time) {
    const std::scoped_lock lock(mutex_);
    const double so_far = std::chrono::duration<double>(Clock::now() - began_).count();
    const auto left = seconds_left(at_a_time);
    return left ? so_far / (so_far + *left) : 0.0;
  }

  const ExperimentSpec& spec_;
  const RunnerOptions& options_;
  const RunContext& run_;
  CellLog log_;
  const std::vector<CellKey> all_ = cells_of(spec_);
  std::map<std::string, const MethodEntry*> methods_;
  std::map<CellKey, CellRecord> records_;
  TimeEstimate estimate_;
  Clock::time_point began_ = Clock::now();
  std::mutex mutex_;
};

}  // namespace

int chosen_parallel_cells(GraphView graph, std::size_t cells, int workers) {
  // Loops are cut into blocks of some thousand nodes: with fewer blocks than workers most of them wait, and a graph of
  // that size leaves memory for several cells.
  constexpr NodeId kSmallNodes = 20'000;
  constexpr EntryIndex kSmallEntries = 2'000'000;
  const bool is_small = graph.nodes() <= kSmallNodes && graph.entries() <= kSmallEntries;
  return is_small ? static_cast<int>(std::min(cells, static_cast<std::size_t>(workers))) : 1;
}

std::vector<CellRecord> run_experiment(const ExperimentSpec& spec, const RunnerOptions& options,
                                       const RunContext& run) {
  check(spec);
  if (!options.retry_failed) {  // nothing to run, nothing to write: a disk that is read-only serves as well
    if (auto cells = complete_cells(options.directory, spec, run)) return *std::move(cells);
  }
  ExperimentRun experiment(spec, options, run);
  try {
    return experiment.run();
  } catch (const Cancelled&) {
    throw;  // to be resumed
  } catch (...) {
    experiment.discard_if_empty();
    throw;
  }
}

}  // namespace cgsd
