#include "cgsd/io/results/run_record.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/results/summary_json.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

// A run that read `graph`.
std::string manifest_of(const std::filesystem::path& graph) {
  Summary s;
  s.run.version = "1";
  s.run.method = "leiden";
  s.run.data_arguments = {"--weights=ignore", "--", graph.string()};
  s.run.files = data_files({graph}, RunContext());
  s.decisions = {{"weights", "Because."}};
  return json_text(summary_json(s));
}

TEST(RunRecord, IsReadFromTheDirectoryOrItsManifest) {
  const TemporaryDirectory dir;
  const auto graph = dir.file("g.csv", "a,b\n");
  dir.file("manifest.json", manifest_of(graph));
  for (const auto& run : {dir.path(), dir / "manifest.json"}) {
    const RunRecord record = read_run_record(run, RunContext());
    EXPECT_EQ(record.directory, dir.path());
    EXPECT_EQ(record.method, "leiden");
    EXPECT_EQ(record.explanation, "Because.");
    EXPECT_THAT(record.arguments, ElementsAre("--weights=ignore", "--", graph.string()));
    EXPECT_NO_THROW(check_unchanged(record, RunContext()));
  }
}

TEST(RunRecord, NoticesFilesThatAreGoneOrHaveChanged) {
  const TemporaryDirectory dir;
  const auto graph = dir.file("g.csv", "a,b\n");
  dir.file("manifest.json", manifest_of(graph));
  const RunRecord record = read_run_record(dir.path(), RunContext());
  dir.file("g.csv", "a,c\n");
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { check_unchanged(record, RunContext()); }),
              HasSubstr("has changed"));
  std::filesystem::remove(graph);
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { check_unchanged(record, RunContext()); }),
              HasSubstr("is not there"));
}

TEST(RunRecord, RefusesWhatIsNoRun) {
  const TemporaryDirectory dir;
  EXPECT_THROW(read_run_record(dir.path(), RunContext()), IoError);
  EXPECT_THROW(read_run_record(dir / "nothing", RunContext()), IoError);
  for (const char* text :
       {"", "{", "[]", "{}", R"({"schema": "cgsd.run"})", R"({"schema": "cgsd.run", "schema_version": 9})",
        R"({"schema": "cgsd.run", "schema_version": 1, "method": 3})"})
    EXPECT_THROW(read_run_record(dir.file("manifest.json", text), RunContext()), ParseError) << text;
}

}  // namespace
}  // namespace cgsd
