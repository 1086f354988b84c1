// Processes as threads of one program: what several processes compute, tested without MPI.
//
//   testing::run_processes(3, [&](const RunContext& run, testing::ThreadProcesses& processes) { … });
//
// `run` is joined already. Every process makes the same calls; an exception ends the program, since the others wait.
#pragma once

#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd::testing {

struct ThreadBoard {
  explicit ThreadBoard(int count) : barrier(count), posted(static_cast<std::size_t>(count)) {}
  std::barrier<> barrier;
  std::vector<std::vector<Bytes>> posted;
};

class ThreadProcesses final : public Processes {
 public:
  ThreadProcesses(ThreadBoard& board, int rank) : board_(board), rank_(rank) {}
  int count() const override { return static_cast<int>(board_.posted.size()); }
  int rank() const override { return rank_; }

  void sum(std::span<double> values) const override {
    const auto* const first = reinterpret_cast<const std::byte*>(values.data());
    const Bytes all = gathered(Bytes(first, first + values.size_bytes()));
    std::vector<double> parts(all.size() / sizeof(double));
    if (!all.empty()) std::memcpy(parts.data(), all.data(), all.size());
    for (std::size_t j = 0; j < values.size(); ++j) {
      values[j] = 0.0;
      for (std::size_t i = j; i < parts.size(); i += values.size()) values[j] += parts[i];
    }
  }
  Bytes gathered(Bytes own) const override {
    Bytes all;
    for (const Bytes& part : exchanged(std::vector<Bytes>(board_.posted.size(), own)))
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  std::vector<Bytes> exchanged(std::vector<Bytes> parts) const override {
    board_.posted[static_cast<std::size_t>(rank_)] = std::move(parts);
    board_.barrier.arrive_and_wait();
    std::vector<Bytes> received;
    for (const auto& from : board_.posted) received.push_back(from[static_cast<std::size_t>(rank_)]);
    board_.barrier.arrive_and_wait();
    return received;
  }

 private:
  ThreadBoard& board_;
  int rank_;
};

template <class Body>
void run_processes(int count, Body&& body, std::uint64_t seed = 0) {
  ThreadBoard board(count);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        ThreadProcesses processes(board, rank);
        const RunContext run({.seed = seed, .workers = 1});
        const Joined joined(run, processes);
        body(run, processes);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "process %d: %s\n", rank, error.what());
        std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// The own block of `rows` rows, as even as can be.
inline std::pair<std::size_t, std::size_t> own_rows(std::size_t rows, const Processes& processes) {
  const auto count = static_cast<std::size_t>(processes.count());
  const auto rank = static_cast<std::size_t>(processes.rank());
  return {rows * rank / count, rows * (rank + 1) / count};
}

template <class T>
Matrix<T> some_rows(const Matrix<T>& m, std::size_t begin, std::size_t end) {
  const auto first = m.values().begin();
  const auto at = [&](std::size_t row) { return first + static_cast<std::ptrdiff_t>(row * m.cols()); };
  return {end - begin, m.cols(), std::vector<T>(at(begin), at(end))};
}

// The own rows of a graph; sets the rows of the processes.
inline Graph share_of(GraphView graph, Processes& processes) {
  const auto [begin, end] = own_rows(graph.nodes(), processes);
  processes.set_rows(end - begin);
  std::vector<EntryIndex> offsets;
  for (std::size_t u = begin; u <= end; ++u) offsets.push_back(graph.offsets()[u] - graph.offsets()[begin]);
  const auto targets = graph.targets().subspan(graph.offsets()[begin], offsets.back());
  std::vector<double> weights;
  if (graph.weighted()) {
    const auto own = graph.weights().subspan(graph.offsets()[begin], offsets.back());
    weights.assign(own.begin(), own.end());
  }
  return processes.share(std::move(offsets), {targets.begin(), targets.end()}, std::move(weights));
}

// The rows of all processes, in their order.
template <class T>
Matrix<T> all_rows(const Matrix<T>& own, const RunContext& run) {
  return {rows_of_all(run, own.rows()), own.cols(), gathered(run, own.values())};
}

}  // namespace cgsd::testing
