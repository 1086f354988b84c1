#include "cgsd/experiment/runner.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/parallel.hpp"
#include "cgsd/experiment/cell_log.hpp"
#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/experiment/peak_memory.hpp"
#include "cgsd/experiment/spec_file.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

ExperimentSpec spec_of(const std::string& methods, const std::string& datasets = R"(["karate"])", int seeds = 2) {
  return parse_spec(
      R"({"methods": )" + methods + R"(, "datasets": )" + datasets + R"(, "seeds": )" + std::to_string(seeds) + "}",
      "spec.json");
}

RunnerOptions into(const std::filesystem::path& directory) {
  RunnerOptions options;
  options.directory = directory;
  options.version = "test";
  return options;
}

// All that must not depend on how cells were run.
std::vector<std::string> lasting(std::vector<CellRecord> cells) {
  std::vector<std::string> lines;
  for (CellRecord& cell : cells) {
    cell.seconds = 0.0;
    cell.peak_memory.reset();
    lines.push_back(cell_line(cell));
  }
  return lines;
}

TEST(Runner, GivesTheSameCellsHoweverTheyShareTheWorkers) {
  const TemporaryDirectory here;
  const ExperimentSpec spec =
      spec_of(R"(["louvain", "spectral", {"method": "paper", "options": {"trained.epochs": 3}}])");
  const auto reference = run_experiment(spec, into(here / "0"), RunContext({.workers = 1}));
  ASSERT_EQ(reference.size(), 6u);
  EXPECT_EQ(reference[5].key, (CellKey{"paper", "karate", 1}));
  for (const auto& [workers, parallel] : {std::pair(2, 0), {4, 1}, {4, 2}, {3, 9}}) {
    RunnerOptions options = into(here / std::to_string(10 * workers + parallel));
    options.parallel_cells = parallel;
    EXPECT_EQ(lasting(run_experiment(spec, options, RunContext({.workers = workers}))), lasting(reference));
  }
}

TEST(Runner, ScoresWithTheClassesAndAsksForAsMany) {
  const TemporaryDirectory here;
  const auto cells = run_experiment(spec_of(R"(["spectral"])"), into(here / "out"), RunContext());
  EXPECT_EQ(cells[0].communities, 2);
  EXPECT_GT(cells[0].nmi, 0.7);
  EXPECT_GT(cells[0].modularity, 0.3);
  EXPECT_EQ(cells[0].version, "test");
  EXPECT_EQ(cells[0].fingerprint, cells[1].fingerprint);
}

TEST(Runner, ResultsDoNotDependOnTheClasses) {
  const TemporaryDirectory here;
  std::string other = "node,class\n";
  for (int i = 0; i < 34; ++i) other += std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  const auto labels = here.file("other.csv", other);
  const auto found = run_experiment(
      spec_of(R"(["louvain", "spectral"])",
              R"(["karate", {"data": "karate", "label": "relabelled", "labels": ")" + labels.string() + R"("}])", 1),
      into(here / "out"), RunContext());
  for (const std::size_t method : {0u, 1u}) {
    EXPECT_EQ(found[method].modularity, found[method + 2].modularity);
    EXPECT_EQ(found[method].communities, found[method + 2].communities);
    EXPECT_NE(found[method].nmi, found[method + 2].nmi);
  }
}

TEST(Runner, KeepsAFailureWithItsReasonAndDoesTheRest) {
  const TemporaryDirectory here;
  const ExperimentSpec spec = spec_of(R"(["kmeans", "louvain"])");
  const auto cells = run_experiment(spec, into(here / "out"), RunContext());
  EXPECT_EQ(cells[0].state, CellState::failed);
  EXPECT_EQ(cells[0].reason, "kmeans needs attributes, and the input has none");
  EXPECT_EQ(cells[2].state, CellState::done);
  std::size_t ended = 0;
  RunnerOptions options = into(here / "out");
  options.cell_ended = [&](const CellRecord&, const RunProgress&) { ++ended; };
  run_experiment(spec, options, RunContext());
  EXPECT_EQ(ended, 0u) << "nothing is left to do";
  options.retry_failed = true;
  run_experiment(spec, options, RunContext());
  EXPECT_EQ(ended, 2u);
}

TEST(Runner, KeepsACellThatTookTooLongAndDoesTheRest) {
  const TemporaryDirectory here;
  RunnerOptions options = into(here / "out");
  options.cell_timeout = 0.2;
  const auto cells = run_experiment(
      spec_of(R"([{"method": "paper", "options": {"trained.epochs": 1000000}}, "louvain"])", R"(["karate"])", 1),
      options, RunContext());
  EXPECT_EQ(cells[0].state, CellState::timed_out);
  EXPECT_EQ(cells[0].reason, "stopped after 0.2 s, the limit for a cell");
  EXPECT_GT(cells[0].seconds, 0.1);
  EXPECT_FALSE(cells[0].fingerprint.empty());
  EXPECT_EQ(cells[1].state, CellState::done);
}

TEST(Runner, GoesOnWhereItWasCancelled) {
  const TemporaryDirectory here;
  const ExperimentSpec spec = spec_of(R"(["louvain", "leiden", "spectral"])", R"(["karate"])", 10);
  const auto whole = run_experiment(spec, into(here / "whole"), RunContext());
  std::stop_source stop;
  std::atomic<std::size_t> ended = 0;
  RunnerOptions options = into(here / "out");
  options.parallel_cells = 1;
  options.cell_ended = [&](const CellRecord&, const RunProgress& progress) {
    EXPECT_EQ(progress.all, 30u);
    EXPECT_TRUE(progress.seconds_left);
    if (++ended < 7) return;
    stop.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  EXPECT_THROW(run_experiment(spec, options, RunContext({.stop = stop.get_token()})), Cancelled);
  EXPECT_LT(ended, 30u);
  const std::size_t before = ended;
  options.cell_ended = [&](const CellRecord&, const RunProgress&) { ++ended; };
  EXPECT_EQ(lasting(run_experiment(spec, options, RunContext())), lasting(whole));
  EXPECT_EQ(ended, 30u) << "none lost, none done twice, after " << before;
}

TEST(Runner, ReadsDirectedEntriesWhereTheMethodWantsThem) {
  const TemporaryDirectory here;
  here.file("edges.csv", "0,1\n1,2\n2,0\n3,4\n4,5\n5,3\n0,3\n");
  here.file("directed.csv", "0,1\n1,0\n1,2\n2,0\n3,4\n4,5\n5,3\n0,3\n");
  const std::string data = R"([{"data": ")" + (here / "edges.csv").string() + R"(", "directed_data": ")" +
                           (here / "directed.csv").string() + R"(", "communities": 2}])";
  const auto cells =
      run_experiment(spec_of(R"(["louvain", {"method": "authors", "options": {"trained.epochs": 2}}])", data, 1),
                     into(here / "out"), RunContext());
  EXPECT_EQ(cells[0].state, CellState::done) << cells[0].reason;
  EXPECT_EQ(cells[1].state, CellState::done) << cells[1].reason;
  EXPECT_TRUE(std::isnan(cells[0].nmi)) << "there are no classes";
  const auto read = [&](const char* file, bool directed) {
    DatasetEntry entry;
    entry.data = (here / file).string();
    return fingerprint(load_entry(entry, {.directed = directed}, {}, RunContext()));
  };
  EXPECT_EQ(cells[0].data, read("edges.csv", false));
  EXPECT_EQ(cells[1].data, read("directed.csv", true));
}

TEST(Runner, LooksForPathsInTheDataDirectory) {
  const TemporaryDirectory here;
  here.file("only-here.csv", "0,1\n1,2\n");
  RunnerOptions options = into(here / "out");
  const ExperimentSpec spec = spec_of(R"(["louvain"])", R"(["only-here.csv"])", 1);
  EXPECT_THAT(error_text<IoError>([&] { run_experiment(spec, options, RunContext()); }),
              HasSubstr("only-here.csv: No such file"));
  options.data.given = here.path();
  EXPECT_EQ(run_experiment(spec, options, RunContext())[0].state, CellState::done);
}

TEST(Runner, MeasuresMemoryOnlyWhereCellsRunAlone) {
  const TemporaryDirectory here;
  RunnerOptions options = into(here / "parallel");
  options.parallel_cells = 2;
  const ExperimentSpec spec = spec_of(R"(["louvain"])", R"(["karate"])", 4);
  for (const CellRecord& cell : run_experiment(spec, options, RunContext({.workers = 2}))) {
    EXPECT_FALSE(cell.peak_memory);
  }
  if (!reset_peak_memory()) GTEST_SKIP() << "the system does not tell";
  options = into(here / "alone");
  options.parallel_cells = 1;
  for (const CellRecord& cell : run_experiment(spec, options, RunContext({.workers = 2}))) {
    ASSERT_TRUE(cell.peak_memory);
    EXPECT_GT(*cell.peak_memory, std::uint64_t{1} << 20) << "bytes, not kilobytes";
  }
}

TEST(Runner, EndsWhereTheDiskIsFullAndLosesNothing) {
  const TemporaryDirectory here;
  const ExperimentSpec spec = spec_of(R"(["louvain", "leiden"])", R"(["karate"])", 5);
  {
    const testing::FileSizeLimit full(1200);
    EXPECT_THAT(error_text<IoError>([&] { run_experiment(spec, into(here / "out"), RunContext()); }),
                HasSubstr("cells.jsonl: File too large"));
  }
  EXPECT_GE(CellLog(here / "out", spec, RunContext()).cells().size(), 1u);
  EXPECT_EQ(lasting(run_experiment(spec, into(here / "out"), RunContext())),
            lasting(run_experiment(spec, into(here / "whole"), RunContext())));
}

class Listener final : public ProgressSink {
 public:
  void stage_began(std::string_view) override {}
  void stage_advanced(std::string_view stage, double fraction) override {
    if (stage != "cells") return;
    const std::scoped_lock lock(mutex);
    fractions.push_back(fraction);
  }
  void stage_ended(std::string_view, double) override {}
  std::mutex mutex;
  std::vector<double> fractions;
};

TEST(Runner, TellsOfItsProgress) {
  const TemporaryDirectory here;
  Listener listener;
  RunnerOptions options = into(here / "out");
  options.cell_timeout = 0.2;
  run_experiment(spec_of(R"(["louvain", {"method": "paper", "options": {"trained.epochs": 1000000}}])"), options,
                 RunContext({.workers = 1, .progress = &listener}));
  ASSERT_FALSE(listener.fractions.empty());
  const auto [least, most] = std::minmax_element(listener.fractions.begin(), listener.fractions.end());
  EXPECT_GE(*least, 0.0);
  EXPECT_LE(*most, 1.0);
  EXPECT_GT(*most, 0.1) << "the time of cells that have ended is known while the last one runs";
}

TEST(Runner, RunsSmallGraphsSideBySideAndLargeOnesAlone) {
  const Graph small = testing::path_graph(100);
  EXPECT_EQ(chosen_parallel_cells(small, 60, 4), 4);
  EXPECT_EQ(chosen_parallel_cells(small, 3, 4), 3);
  EXPECT_EQ(chosen_parallel_cells(small, 60, 1), 1);
  EXPECT_EQ(chosen_parallel_cells(testing::path_graph(30'000), 60, 4), 1);
}

std::string two_cuts_of_one_training() {
  return R"([{"method": "authors", "label": "a", "options": {"trained.epochs": 4}},
             {"method": "authors", "label": "b", "options": {"trained.epochs": 4, "rounding": "kmeans"}},
             {"method": "authors", "label": "c", "options": {"trained.epochs": 4, "knn.neighbours": 5}},
             {"method": "paper", "label": "d", "options": {"trained.epochs": 4}}, "louvain"])";
}

TEST(Runner, SharedTrainingsGiveTheSameBits) {
  const TemporaryDirectory here;
  const ExperimentSpec spec = spec_of(two_cuts_of_one_training());
  const auto alone = run_experiment(spec, into(here / "alone"), RunContext());
  RunnerOptions options = into(here / "shared");
  options.share_training = true;
  EXPECT_EQ(lasting(run_experiment(spec, options, RunContext())), lasting(alone));
}

TEST(Runner, GivesEverySeedItsRealisation) {
  const TemporaryDirectory here;
  const auto cells = run_experiment(
      spec_of(R"(["kmeans"])", R"([{"label": "x", "sbm": {"nodes": 60, "heterophily": 0.3}, "realisations": 2}])", 3),
      into(here / "out"), RunContext());
  EXPECT_EQ(cells[0].data, cells[2].data);
  EXPECT_NE(cells[0].data, cells[1].data);
  EXPECT_EQ(cells[0].state, CellState::done) << cells[0].reason;
}

}  // namespace
}  // namespace cgsd
