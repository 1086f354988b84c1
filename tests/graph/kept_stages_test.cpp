#include "cgsd/graph/kept_stages.hpp"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {

struct Kept {
  double number = 0.0;
  std::vector<double> numbers{};
  Matrix<float> same{};
  Matrix<float> rows{};
  Matrix<float> empty{};
  Graph graph{};
  std::vector<double> weights{};
};

void archive(RowArchive& to, Kept& kept, const RunContext& run) {
  to.same(kept.number);
  to.same(kept.numbers);
  to.same(kept.same);
  to.rows(kept.rows);
  to.rows(kept.empty);
  to.graph(kept.graph, kept.weights, run);
}

namespace {

using ::testing::ElementsAre;

struct Record {
  ArchiveKind kind;
  std::size_t width;
  Bytes bytes;
};

// Records in memory, of one process.
class MemoryArchive final : public RowArchive {
 public:
  MemoryArchive(std::vector<Record>& records, bool restores, std::size_t rows)
      : records_(records), restores_(restores), rows_(rows) {}
  bool restores() const override { return restores_; }
  void keep(ArchiveKind kind, std::size_t width, std::span<const std::byte> bytes) override {
    records_.push_back({kind, width, Bytes(bytes.begin(), bytes.end())});
  }
  void restore(ArchiveKind kind, const Room& room) override {
    const Record& record = records_.at(next_++);
    EXPECT_EQ(record.kind, kind);
    std::ranges::copy(record.bytes, room(record.bytes.size(), record.width));
  }

 protected:
  std::size_t own_rows() const override { return rows_; }

 private:
  std::vector<Record>& records_;
  bool restores_;
  std::size_t rows_;
  std::size_t next_ = 0;
};

class MemoryStore final : public StageStore {
 public:
  explicit MemoryStore(std::size_t rows) : rows_(rows) {}
  bool restored(std::string_view stage, const Archive& archive) const override {
    const auto found = stages.find(std::string(stage));
    if (found == stages.end()) return false;
    MemoryArchive from(found->second, true, rows_);
    archive(from);
    return true;
  }
  void keep(std::string_view stage, const Archive& archive) const override {
    MemoryArchive to(stages[std::string(stage)], false, rows_);
    archive(to);
  }
  mutable std::map<std::string, std::vector<Record>> stages;

 private:
  std::size_t rows_;
};

TEST(KeptStages, AreComputedOnceIfThereIsAStore) {
  testing::run_processes(2, [](const RunContext& run, Processes& processes) {
    const Graph path = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
    const Graph own = testing::share_of(path, processes);
    const MemoryStore store(own.nodes());
    const Keeping keeping(run, store);
    int made = 0;
    const auto make = [&] {
      ++made;
      Kept kept{.number = 0.1, .numbers = {1.0, 2.0}, .same = Matrix<float>(1, 2, {3.0F, 4.0F})};
      kept.rows = Matrix<float>(own.nodes(), 2, std::vector<float>(2 * own.nodes(), 5.0F));
      kept.empty = Matrix<float>(own.nodes(), 0);
      kept.graph = testing::share_of(path, processes);
      kept.weights.assign(own.entries(), 0.5);
      return kept;
    };
    const Kept first = kept_stage(run, "first", make);
    const Kept again = kept_stage(run, "first", make);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(again.number, 0.1);
    EXPECT_THAT(again.numbers, ElementsAre(1.0, 2.0));
    EXPECT_EQ(again.same, first.same);
    EXPECT_EQ(again.rows, first.rows);
    EXPECT_EQ(again.empty, first.empty);
    EXPECT_EQ(again.weights, first.weights);
    EXPECT_TRUE(std::ranges::equal(again.graph.targets(), own.targets()));
    EXPECT_EQ(processes.ghosts_of(again.graph)->ids(), processes.ghosts_of(own)->ids());
  });
}

TEST(KeptStages, AreComputedEveryTimeWithoutAStore) {
  int made = 0;
  const auto make = [&] { return Kept{.number = static_cast<double>(++made)}; };
  const RunContext run;
  kept_stage(run, "first", make);
  EXPECT_EQ(kept_stage(run, "first", make).number, 2.0);
}

}  // namespace
}  // namespace cgsd
