#include "cgsd/graph/processes.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/edge_weights.hpp"

#include "tests/graph/thread_processes.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(Processes, AreOneUnlessTheContextIsJoined) {
  const RunContext run;
  EXPECT_FALSE(several(run));
  EXPECT_EQ(sum_over_processes(run, 3.0), 3.0);
  EXPECT_EQ(rows_of_all(run, 7), 7U);
  EXPECT_EQ(first_row(run), 0U);
  const Graph graph = testing::star_graph(3);
  const std::vector<double> own = {1.0, 2.0, 3.0, 4.0};
  std::vector<double> room;
  EXPECT_EQ(with_ghosts(graph, own, room, run).data(), own.data());
}

TEST(Processes, AddInTheirOrder) {
  testing::run_processes(3, [](const RunContext& run, const Processes& processes) {
    // In this order 1e16 + 1 + 1 loses both ones; in another it does not.
    const double part = processes.rank() == 0 ? 1e16 : 1.0;
    EXPECT_EQ(sum_over_processes(run, part), (1e16 + 1.0) + 1.0);
    EXPECT_EQ(largest_over_processes(run, processes.rank()), 2.0);
    EXPECT_EQ(sum_over_processes(run.stage("a copy"), 1.0), 3.0);
    EXPECT_FALSE(several(alone(run)));
  });
}

TEST(Processes, KnowWhoseANodeIs) {
  testing::run_processes(3, [](const RunContext& run, Processes& processes) {
    processes.set_rows(processes.rank() == 1 ? 0 : 2);  // one of them has none
    EXPECT_THAT(processes.blocks(), ElementsAre(0, 2, 2, 4));
    EXPECT_EQ(processes.owner_of(1), 0);
    EXPECT_EQ(processes.owner_of(2), 2);
    EXPECT_EQ(first_row(run), processes.rank() == 0 ? 0U : 2U);
  });
}

// The path 0–1–2–3–4 in two blocks, 0 1 | 2 3 4: the only ghosts are 2 and 1.
TEST(Processes, SeeTheirNeighboursAsGhosts) {
  const Graph path = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  testing::run_processes(2, [&](const RunContext& run, Processes& processes) {
    const Graph own = testing::share_of(path, processes);
    const bool first = processes.rank() == 0;
    EXPECT_THAT(processes.ghosts_of(own)->ids(), ElementsAre(first ? 2 : 1));
    std::vector<double> values(own.nodes());
    std::iota(values.begin(), values.end(), 10.0 * static_cast<double>(first_row(run)));
    std::vector<double> room;
    const auto reached = with_ghosts(own, values, room, run);
    EXPECT_EQ(reached.size(), values.size() + 1);
    EXPECT_EQ(reached.back(), first ? 20.0 : 1.0);
    EXPECT_EQ(mean_strength(own, run), 8.0 / 5.0);
    EXPECT_EQ(effective_edges(own, run), 4.0);
  });
}

// Columns 1 to 3 of the same path: the own rows as they lie, the ghost beside them.
TEST(Processes, SeeSomeColumnsOfTheirGhosts) {
  const Graph path = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  testing::run_processes(2, [&](const RunContext& run, Processes& processes) {
    const Graph own = testing::share_of(path, processes);
    Matrix<float> values(own.nodes(), 20);
    for (std::size_t i = 0; i < values.rows(); ++i)
      for (std::size_t j = 0; j < 20; ++j) values(i, j) = static_cast<float>(100 * (first_row(run) + i) + j);
    EXPECT_EQ(columns_at_a_time<float>(own, 20, run), 16U);
    GhostRoom<float> room;
    const auto reached = columns_with_ghosts(own, MatrixView<float>(values), {1, 3}, room, run);
    EXPECT_EQ(reached.row(1), &values(1, 1));
    EXPECT_EQ(room.size, 3U);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(reached.row(own.nodes())[j], static_cast<float>(j + (processes.rank() == 0 ? 201 : 101)));
  });
  const Matrix<float> alone(5, 20);
  GhostRoom<float> room;
  EXPECT_EQ(columns_at_a_time<float>(path, 20, RunContext()), 20U);
  EXPECT_EQ(columns_with_ghosts(path, MatrixView<float>(alone), {1, 3}, room, RunContext()).row(2), &alone(2, 1));
}

// A graph without the last edge: the same ghosts as long as it is wanted, and the same numbers among all.
TEST(Processes, SeeTheGhostsOfAGraphInWhatIsMadeOfIt) {
  const Graph path = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  testing::run_processes(2, [&](const RunContext& run, Processes& processes) {
    const Graph own = testing::share_of(path, processes);
    const Graph part({own.offsets().begin(), own.offsets().end()}, {own.targets().begin(), own.targets().end()},
                     std::vector<double>(own.entries(), 2.0), false);
    EXPECT_EQ(processes.ghosts_of(part), nullptr);
    {
      const SameGhosts ghosts(part, own, run);
      EXPECT_EQ(processes.ghosts_of(part), processes.ghosts_of(own));
      const IdsAmongAll id(part, run);
      EXPECT_EQ(id(0), processes.rank() == 0 ? 0U : 2U);
      EXPECT_EQ(id(part.nodes()), processes.rank() == 0 ? 2U : 1U);
    }
    EXPECT_EQ(processes.ghosts_of(part), nullptr);
    EXPECT_NE(processes.ghosts_of(own), nullptr);
  });
}

// Process r tells every process each of its r rows, two at a time.
TEST(Processes, ExchangeInTurns) {
  testing::run_processes(4, [](const RunContext& run, const Processes& processes) {
    std::vector<int> heard;
    int turns = 0;
    exchange_in_turns<int>(
        run, static_cast<std::size_t>(processes.rank()), 2,
        [&](std::size_t begin, std::size_t end, std::vector<std::vector<int>>& parts) {
          for (std::size_t row = begin; row < end; ++row)
            for (auto& part : parts) part.push_back(10 * processes.rank() + static_cast<int>(row));
        },
        [&](const std::vector<std::vector<int>>& received) {
          ++turns;
          for (const auto& from : received) heard.insert(heard.end(), from.begin(), from.end());
        });
    EXPECT_EQ(turns, 2);
    EXPECT_THAT(heard, ElementsAre(10, 20, 21, 30, 31, 32));
  });
}

TEST(Processes, ExchangeWhatIsMeantForEach) {
  testing::run_processes(3, [](const RunContext& run, const Processes& processes) {
    std::vector<std::vector<int>> parts;
    for (int to = 0; to < 3; ++to) parts.emplace_back(static_cast<std::size_t>(to), 10 * processes.rank() + to);
    const auto received = exchanged(run, std::move(parts));
    for (int from = 0; from < 3; ++from) {
      const std::vector<int> expected(static_cast<std::size_t>(processes.rank()), 10 * from + processes.rank());
      EXPECT_EQ(received[static_cast<std::size_t>(from)], expected);
    }
  });
}

}  // namespace
}  // namespace cgsd
