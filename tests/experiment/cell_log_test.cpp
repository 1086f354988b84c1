#include "cgsd/experiment/cell_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/spec_file.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::file_bytes;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

ExperimentSpec two_methods(const std::string& seeds = "3") {
  return parse_spec(R"({"methods": ["louvain", "leiden"], "datasets": ["karate"], "seeds": )" + seeds + "}", "s");
}

CellRecord cell(const std::string& method, std::uint64_t seed, double nmi = 0.5) {
  CellRecord record;
  record.key = {method, "karate", seed};
  record.nmi = nmi;
  return record;
}

TEST(CellLog, GoesOnWithWhatIsThere) {
  const TemporaryDirectory here;
  {
    CellLog log(here / "out", two_methods(), RunContext());
    EXPECT_TRUE(log.cells().empty());
    log.append(cell("louvain", 0));
    log.append(cell("leiden", 2));
  }
  const CellLog log(here / "out", two_methods(), RunContext());
  ASSERT_EQ(log.cells().size(), 2u);
  EXPECT_EQ(log.cells()[1].key, (CellKey{"leiden", "karate", 2}));
}

// Also while another process holds the lock, and without a change to a torn file.
TEST(CellLog, ShowsFinishedCellsToThoseWhoOnlyLook) {
  const TemporaryDirectory here;
  CellLog log(here / "out", two_methods(), RunContext());
  log.append(cell("louvain", 0, 0.25));
  log.append(cell("louvain", 0, 0.75));
  const std::string torn = file_bytes(here / "out/cells.jsonl") + "{\"torn";
  here.file("out/cells.jsonl", torn);
  const auto cells = finished_cells(here / "out", two_methods(), RunContext());
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].nmi, 0.75);
  EXPECT_EQ(file_bytes(here / "out/cells.jsonl"), torn);
}

TEST(CellLog, CutsATornLineAtWhateverByteItEnds) {
  const TemporaryDirectory here;
  std::string whole;
  {
    CellLog log(here / "out", two_methods(), RunContext());
    log.append(cell("louvain", 0));
    log.append(cell("louvain", 1));
    whole = file_bytes(here / "out/cells.jsonl");
  }
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t size = first; size < whole.size(); ++size) {
    here.file("out/cells.jsonl", whole.substr(0, size));
    CellLog log(here / "out", two_methods(), RunContext());
    ASSERT_EQ(log.cells().size(), 1u) << size;
    log.append(cell("louvain", 1));
    EXPECT_EQ(file_bytes(here / "out/cells.jsonl"), whole);
  }
}

TEST(CellLog, CutsALastLineThatIsRubbish) {
  const TemporaryDirectory here;
  { CellLog(here / "out", two_methods(), RunContext()).append(cell("louvain", 0)); }
  const std::string whole = file_bytes(here / "out/cells.jsonl");
  here.file("out/cells.jsonl", whole + std::string(30, '\0') + "\n");
  const CellLog log(here / "out", two_methods(), RunContext());
  EXPECT_EQ(log.cells().size(), 1u);
  EXPECT_EQ(file_bytes(here / "out/cells.jsonl"), whole);
}

TEST(CellLog, RefusesRubbishBeforeTheLastLineAndCellsOfOtherExperiments) {
  const TemporaryDirectory here;
  { CellLog(here / "out", two_methods(), RunContext()).append(cell("louvain", 0)); }
  const std::string line = file_bytes(here / "out/cells.jsonl");
  here.file("out/cells.jsonl", line + "rubbish\n" + line);
  const auto open = [&] { CellLog(here / "out", two_methods(), RunContext()); };
  EXPECT_THAT(error_text(open), HasSubstr("cells.jsonl:2: this is not the record of a cell"));
  here.file("out/cells.jsonl", line + cell_line(cell("dgi", 0)) + "\n");
  EXPECT_THAT(error_text(open), HasSubstr("cells.jsonl:2: the experiment has no cell 'dgi'"));
}

TEST(CellLog, LetsTheLastOfTwoRecordsCount) {
  const TemporaryDirectory here;
  {
    CellLog log(here / "out", two_methods(), RunContext());
    log.append(cell("louvain", 0, 0.1));
    log.append(cell("louvain", 1, 0.2));
    log.append(cell("louvain", 0, 0.3));
  }
  const CellLog log(here / "out", two_methods(), RunContext());
  ASSERT_EQ(log.cells().size(), 2u);
  EXPECT_EQ(log.cells()[0].nmi, 0.3);
}

TEST(CellLog, RefusesAnotherExperiment) {
  const TemporaryDirectory here;
  { CellLog(here / "out", two_methods(), RunContext()).append(cell("louvain", 0)); }
  const std::string spec_before = file_bytes(here / "out/spec.json");
  const auto refused = [&](const ExperimentSpec& spec) {
    return error_text<IoError>([&] { CellLog(here / "out", spec, RunContext()); });
  };
  EXPECT_THAT(refused(two_methods("4")), HasSubstr("spec.json: another experiment is in this directory: its seeds"));
  ExperimentSpec other = two_methods();
  other.methods[0].overrides = {"louvain.resolution=2"};
  EXPECT_THAT(refused(other), HasSubstr("its methods or their options differ"));
  other = two_methods();
  other.datasets[0].communities = 3;
  EXPECT_THAT(refused(other), HasSubstr("its datasets differ"));
  EXPECT_EQ(file_bytes(here / "out/spec.json"), spec_before);
}

TEST(CellLog, AnExperimentWithoutACellGivesWay) {
  const TemporaryDirectory here;
  { const CellLog log(here / "out", two_methods(), RunContext()); }
  here.file("out/cells.jsonl", R"({"method": "lou)");  // killed while it wrote its first line
  EXPECT_TRUE(CellLog(here / "out", two_methods("4"), RunContext()).cells().empty());
  EXPECT_EQ(read_spec(here / "out/spec.json", RunContext()), two_methods("4"));
}

TEST(CellLog, DiscardsWhatItMadeUnlessACellWasKept) {
  const TemporaryDirectory here;
  CellLog(here / "out", two_methods(), RunContext()).discard_if_empty();
  EXPECT_FALSE(std::filesystem::exists(here / "out"));
  {
    CellLog log(here / "kept", two_methods(), RunContext());
    log.append(cell("louvain", 0));
    log.discard_if_empty();
  }
  EXPECT_EQ(CellLog(here / "kept", two_methods(), RunContext()).cells().size(), 1u);
  std::filesystem::create_directory(here / "mine");
  CellLog(here / "mine", two_methods(), RunContext()).discard_if_empty();
  EXPECT_TRUE(std::filesystem::is_empty(here / "mine"));
}

TEST(CellLog, LetsNameAndPrintedValuesChange) {
  const TemporaryDirectory here;
  { CellLog(here / "out", two_methods(), RunContext()).append(cell("louvain", 0)); }
  ExperimentSpec spec = two_methods();
  spec.paper = {{Metric::nmi, "louvain", "karate", 0.6}};
  EXPECT_EQ(CellLog(here / "out", spec, RunContext()).cells().size(), 1u);
  EXPECT_EQ(read_spec(here / "out/spec.json", RunContext()), spec);
}

TEST(CellLog, RefusesCellsWithoutASpec) {
  const TemporaryDirectory here;
  here.file("cells.jsonl", "");
  EXPECT_THAT(error_text<IoError>([&] { CellLog(here.path(), two_methods(), RunContext()); }),
              HasSubstr("no spec.json beside them"));
}

TEST(CellLog, AdmitsOneWriterAtATime) {
  const TemporaryDirectory here;
  const CellLog first(here / "out", two_methods(), RunContext());
  EXPECT_THAT(error_text<IoError>([&] { CellLog(here / "out", two_methods(), RunContext()); }),
              HasSubstr("another run is writing here"));
}

TEST(CellLog, TakesBackALineForWhichThereIsNoSpace) {
  const TemporaryDirectory here;
  CellLog log(here / "out", two_methods(), RunContext());
  log.append(cell("louvain", 0));
  const std::string before = file_bytes(here / "out/cells.jsonl");
  {
    const testing::FileSizeLimit full(before.size() + 20);
    EXPECT_THAT(error_text<IoError>([&] { log.append(cell("louvain", 1)); }), HasSubstr("cells.jsonl: File too large"));
  }
  EXPECT_EQ(file_bytes(here / "out/cells.jsonl"), before);
  log.append(cell("louvain", 1));
  EXPECT_EQ(file_bytes(here / "out/cells.jsonl").size(), before.size() * 2);
}

// A comparison whose directory somebody removed used to end with exit code 0 and nothing there.
TEST(CellLog, NoticesThatItsFileIsGone) {
  const TemporaryDirectory here;
  CellLog log(here / "out", two_methods(), RunContext());
  log.append(cell("louvain", 0));
  std::filesystem::rename(here / "out", here / "moved");
  EXPECT_THAT(error_text<IoError>([&] { log.append(cell("louvain", 1)); }), HasSubstr("removed or moved"));
  std::filesystem::remove_all(here / "moved");
  EXPECT_THAT(error_text<IoError>([&] { log.append(cell("louvain", 1)); }), HasSubstr("cells.jsonl: somebody"));
}

TEST(CellLog, CompleteCellsAreThoseOfThisExperimentInItsOrder) {
  const TemporaryDirectory here;
  const ExperimentSpec spec = two_methods();
  EXPECT_FALSE(complete_cells(here / "out", spec, RunContext()));
  std::vector<CellKey> keys = cells_of(spec);
  {
    CellLog log(here / "out", spec, RunContext());
    for (std::size_t i = keys.size(); i-- > 1;) log.append(cell(keys[i].method, keys[i].seed));
  }
  EXPECT_FALSE(complete_cells(here / "out", spec, RunContext())) << "one is missing";
  CellLog log(here / "out", spec, RunContext());
  log.append(cell(keys[0].method, keys[0].seed));
  const auto found = complete_cells(here / "out", spec, RunContext());
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ((*found)[i].key, keys[i]);
  ExperimentSpec other = spec;
  other.seeds.push_back(99);
  EXPECT_FALSE(complete_cells(here / "out", other, RunContext()));
}

}  // namespace
}  // namespace cgsd
