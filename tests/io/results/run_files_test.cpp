#include "cgsd/io/results/run_files.hpp"

#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/results/summary_json.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::file_bytes;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;
using Json = nlohmann::ordered_json;

Json manifest_of(int seed) { return {{"schema", kRunSchema}, {"schema_version", kRunVersion}, {"seed", seed}}; }

void write_run(const std::filesystem::path& directory, int seed, bool embedding = false) {
  RunFiles files(directory);
  write_file(files.add("communities.csv"), fmt::format("communities of {}", seed));
  if (embedding) write_file(files.add("embedding.npy"), fmt::format("embedding of {}", seed));
  Json manifest = manifest_of(seed);
  files.commit(manifest, RunContext());
}

TEST(RunFiles, AppearTogetherWithTheirChecksums) {
  const TemporaryDirectory dir;
  const auto run = dir / "a/run";
  write_run(run, 1);
  EXPECT_EQ(file_bytes(run / "communities.csv"), "communities of 1");
  const Json manifest = Json::parse(file_bytes(run / "manifest.json"));
  EXPECT_EQ(manifest["outputs"].size(), 1u);
  EXPECT_EQ(manifest["outputs"][0]["file"], "communities.csv");
  EXPECT_EQ(manifest["outputs"][0]["bytes"], 16);
  EXPECT_EQ(manifest["outputs"][0]["sha256"], sha256_of_file(run / "communities.csv", RunContext()));
}

TEST(RunFiles, ChangeNothingUntilTheyAreCommitted) {
  const TemporaryDirectory dir;
  write_run(dir.path(), 1, true);
  {
    RunFiles files(dir.path());
    write_file(files.add("communities.csv"), "of 2");
  }
  EXPECT_EQ(file_bytes(dir / "communities.csv"), "communities of 1");
  EXPECT_NO_THROW(check_output(dir.path(), "communities.csv", RunContext()));
}

// The embedding of one method used to stay beside the communities of another.
TEST(RunFiles, RemoveWhatTheFormerRunWroteAndNothingElse) {
  const TemporaryDirectory dir;
  dir.file("notes.txt", "mine");
  write_run(dir.path(), 1, true);
  write_run(dir.path(), 2);
  EXPECT_FALSE(std::filesystem::exists(dir / "embedding.npy"));
  EXPECT_EQ(file_bytes(dir / "notes.txt"), "mine");
}

// Figures of one run used to stay beside the results of another.
TEST(RunFiles, InAFolderBelongToTheRunToo) {
  const TemporaryDirectory dir;
  const auto write_figures = [&](std::vector<std::string> names) {
    RunFiles files(dir.path());
    for (const std::string& name : names) write_file(files.add("figures/" + name), name);
    Json manifest = manifest_of(1);
    files.commit(manifest, RunContext());
    return manifest;
  };
  EXPECT_EQ(write_figures({"count.svg", "training.svg"})["outputs"][1]["file"], "figures/training.svg");
  EXPECT_NO_THROW(check_output(dir.path(), "figures/training.svg", RunContext()));
  write_figures({"count.svg"});
  EXPECT_TRUE(std::filesystem::exists(dir / "figures/count.svg"));
  EXPECT_FALSE(std::filesystem::exists(dir / "figures/training.svg"));
  write_run(dir.path(), 2);
  EXPECT_FALSE(std::filesystem::exists(dir / "figures")) << "nothing is in it";
}

TEST(RunFiles, InAFolderThatAnotherRunRemovesAppearAllTheSame) {
  const TemporaryDirectory dir;
  RunFiles files(dir.path());
  write_file(files.add("figures/count.svg"), "drawn");
  std::filesystem::remove_all(dir / "figures");
  Json manifest = manifest_of(1);
  files.commit(manifest, RunContext());
  EXPECT_EQ(file_bytes(dir / "figures/count.svg"), "drawn");
}

TEST(RunFiles, FollowNoManifestOutOfTheDirectory) {
  const TemporaryDirectory dir;
  dir.file("precious.txt", "mine");
  write_run(dir / "run", 1);
  std::filesystem::create_directory(dir / "run/folder");
  std::filesystem::create_directory_symlink(dir.path(), dir / "run/link");
  for (const char* file : {"../precious.txt", "folder/../../precious.txt", "link/precious.txt", "./../precious.txt",
                           "folder", "", ".", "..", "folder/"}) {
    Json manifest = manifest_of(1);
    manifest["outputs"] = {{{"file", file}, {"bytes", 4}, {"sha256", ""}}};
    manifest["outputs"].push_back({{"file", (dir / "precious.txt").string()}, {"bytes", 4}, {"sha256", ""}});
    write_file(dir / "run/manifest.json", manifest.dump());
    write_run(dir / "run", 2);
    EXPECT_EQ(file_bytes(dir / "precious.txt"), "mine") << file;
    EXPECT_TRUE(std::filesystem::is_directory(dir / "run/folder")) << file;
  }
}

TEST(RunFiles, OfRunsThatEndAtOnceAreOfOne) {
  const TemporaryDirectory dir;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> runs;
    for (int seed = 1; seed <= 4; ++seed) runs.emplace_back([&, seed] { write_run(dir.path(), seed, seed % 2 == 0); });
    for (std::thread& run : runs) run.join();
    const int seed = Json::parse(file_bytes(dir / "manifest.json"))["seed"];
    EXPECT_EQ(file_bytes(dir / "communities.csv"), fmt::format("communities of {}", seed));
    EXPECT_EQ(std::filesystem::exists(dir / "embedding.npy"), seed % 2 == 0);
  }
}

TEST(RunFiles, ThatAreMixedAreRefused) {
  const TemporaryDirectory dir;
  write_run(dir.path(), 1);
  write_file(dir / "communities.csv", "communities of 7");
  EXPECT_THAT(error_text<InvalidArgument>([&] { check_output(dir.path(), "communities.csv", RunContext()); }),
              HasSubstr("it was edited, or the results of two runs are mixed"));
  std::filesystem::remove(dir / "manifest.json");
  EXPECT_NO_THROW(check_output(dir.path(), "communities.csv", RunContext())) << "nothing to compare with";
}

}  // namespace
}  // namespace cgsd
